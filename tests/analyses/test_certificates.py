"""The certificates hold by a program that shares nothing with the package, and are those that the study writes."""

import csv
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from wargraph import FIXED_ORDERS, Deals, sequence

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "certificates").glob("*.csv"))
VERIFIER = ROOT / "certificates" / "verify.py"


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def verified(*files):
    """What is printed, and whether the program ends with 0."""
    done = subprocess.run([sys.executable, "-I", "-S", VERIFIER, *files], capture_output=True, encoding="utf-8")
    assert not done.stderr
    return done.stdout.splitlines(), not done.returncode


@pytest.mark.long
def test_all_hold():
    """Isolated, and without the libraries that are installed."""
    sizes = {path: len(rows(path)) for path in FILES}
    assert len(sizes) == 2
    lines = [f"{path}: {size} of {size} hold; lines that do not: none" for path, size in sizes.items()]
    assert verified() == (lines, True)


@pytest.mark.parametrize("order", FIXED_ORDERS)
@pytest.mark.parametrize("deals", Deals)
def test_every_longest_game_that_is_known_has_one(order, deals):
    """But for a single card, which needs no turn."""
    kept = [row for row in rows(ROOT / "certificates" / "longest-games.csv") if not row["relation"]]
    turns = {
        int(row["deck"].removesuffix("x1")): len(row["winners"])
        for row in kept
        if (row["order"], row["deals"]) == (order, deals)
    }
    known = sequence(f"longest-{order.lower()}{'-balanced' if deals is Deals.BALANCED else ''}").terms
    assert turns == {n: term for n, term in known.items() if n > 1}


CHANGES = {
    "another cycle": ("endless-deals", {"cycle_length": "38"}),
    "another preperiod": ("endless-deals", {"preperiod": "16"}),
    "another order": ("endless-deals", {"order": "LW"}),
    "an order that is misspelt": ("endless-deals", {"order": "wl"}),
    "another deck": ("endless-deals", {"deck": "4x3"}),
    "a deck that would not fit into memory": ("longest-games", {"deck": "99999999999x1"}),
    "no deck": ("longest-games", {"deck": "three"}),
    "deals that are misspelt": ("longest-games", {"deals": "evn"}),
    "an endless game that is over": ("longest-games", {"preperiod": "0", "cycle_length": "4"}),
    "another winner": ("longest-games", {"winners": "RLR"}),
    "a turn less": ("longest-games", {"winners": "RL"}),
    "a card twice": ("longest-games", {"deal": "1,3|3"}),
    "a third hand": ("longest-games", {"deal": "1,3|2|9,9"}),
    "one hand": ("longest-games", {"deal": "1,3,2"}),
    "no card": ("longest-games", {"deal": "1,x|2"}),
    "no balanced deal": ("longest-games", {"deck": "2x2", "deals": "balanced", "deal": "2,2,1|1"}),
    "another relation": ("longest-games", {"relation": "1>2 2>3 3>1"}),
    "a relation that does not decide": ("longest-games", {"relation": "2>1 3>2"}),
    "a relation of other cards": ("longest-games", {"relation": "2>1 3>1 3>2 7>1"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_not_so_does_not_hold(change, tmp_path):
    name, changed = CHANGES[change]
    shipped = rows(ROOT / "certificates" / f"{name}.csv")
    claim = next(row for row in shipped if row["deck"] in ("3x4", "3x1"))
    path = tmp_path / "claims.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(claim))
        writer.writeheader()
        writer.writerow(claim)
        file.write("\r\n")
        writer.writerow(claim | changed)
    assert verified(path) == ([f"{path}: 1 of 2 hold; lines that do not: [4]"], False)


@pytest.mark.parametrize(
    ("line", "wrong"), [("", "none"), ("3x1,all,WL\n", "[2]"), ('3x1,all,WL,,"1,3|2",,,RLL,RLL\n', "[2]")]
)
def test_a_file_without_claims_does_not_hold(line, wrong, tmp_path):
    path = tmp_path / "claims.csv"
    path.write_text("deck,deals,order,relation,deal,preperiod,cycle_length,winners\n" + line)
    assert verified(path) == ([f"{path}: 0 of {1 if line else 0} hold; lines that do not: {wrong}"], False)


@pytest.mark.long
def test_the_study_writes_them_again(tmp_path):
    runpy.run_path(str(ROOT / "analyses" / "certificates.py"))["main"](tmp_path, 9, 5)
    endless, longest = FILES
    assert (tmp_path / endless.name).read_bytes() == endless.read_bytes()
    again = rows(tmp_path / longest.name)
    assert len(again) == 4 * (8 + 3)
    kept = [row for row in rows(longest) if int(row["deck"].removesuffix("x1")) < (6 if row["relation"] else 10)]
    assert again == kept
