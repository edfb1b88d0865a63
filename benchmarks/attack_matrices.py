"""Matrix files that attack the package, and what each of them means, worked out in another way."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import wargraph as wg

NAMES = ("rock", "paper", "scissors", "Spock", "lizard")
MARKS = ("", "\ufeff", "# who beats whom\n", "\n", "\ufeff#\n\n")

Matrix = list[list[int]]


def matrix_file(random: Random, mutated: Callable[[Random, str], str]) -> tuple[str, bytes]:
    """A name of a file and what is in it: a matrix in any form that can be read, often after small accidents."""
    if random.random() < 0.1:
        return random.choice(("m.csv", "m.tsv", "m.txt", "m.json")), random.randbytes(random.randrange(40))
    n = random.randrange(1, 6)
    matrix = [[int(random.random() < 0.5 if i < j else i > j) for j in range(n)] for i in range(n)]
    name, text = random.choice((_table, _table, _json, _words))(random, matrix)
    content = mutated(random, text).encode("utf-8", "surrogatepass")
    if random.random() < 0.3:
        place = random.randrange(len(content) + 1)
        content = content[:place] + random.randbytes(random.randrange(4)) + content[place + 1 :]
    return name, content


def check_meant(name: str, relation: wg.Relation) -> None:
    """Fail if a relation is not the one that its file says."""
    text = Path(name).read_text(encoding="utf-8-sig")
    if name.endswith(".json"):
        found = json.loads(text)
        meant = found["matrix"] if isinstance(found, dict) else found
        assert [list(row) for row in relation.rows] == meant, "another matrix"
        return
    lines = [line for line in re.split(r"\r\n|\r|\n", text) if line.strip() and not line.lstrip().startswith("#")]
    if " beats " in " ".join(lines[-1].casefold().split()):
        _check_words(lines, relation)
        return
    n = relation.n
    cells = [[cell.replace('"', "").strip() for cell in re.split("[,;\t][ \t]*", line.strip(" \t"))] for line in lines]
    assert len(lines) - n in (0, 1), "a line of the table is lost"
    assert [line[-n:] for line in cells[-n:]] == [list(map(str, row)) for row in relation.rows], "another matrix"
    # A name may hold what divides the entries of other tables.
    if n > 1 and not any(set(";\t") & set(name) for name in relation.card_names):
        assert all(len(line) - n in (0, 1) for line in cells[-n:]), "a column of the table is lost"
        said = [cells[0][-n:], [line[0] for line in cells[-n:]], []]
        assert [name.replace('"', "").strip() for name in relation.card_names] in said, "other names"


def _check_words(lines: Sequence[str], relation: wg.Relation) -> None:
    names = relation.card_names or tuple(map(str, range(1, relation.n + 1)))
    said = set()
    for sentence in (part for line in lines for part in line.split(";") if part.strip()):
        winner, losers = re.split(" beats ", " ".join(sentence.split()), maxsplit=1, flags=re.IGNORECASE)
        said |= {(winner.strip(), loser.strip()) for loser in re.split(",| and ", losers) if loser.strip()}
    found = {(names[i], names[j]) for i, row in enumerate(relation.rows) for j, beats in enumerate(row) if beats}
    numbered = {(_number(winner), _number(loser)) for winner, loser in said}
    assert {(_number(winner), _number(loser)) for winner, loser in found} == numbered, "another relation"


def _number(name: str) -> str:
    return str(int(name)) if name.isascii() and name.isdigit() else name.removeprefix("and ")


def _table(random: Random, matrix: Matrix) -> tuple[str, str]:
    name, separator = random.choice(("m.csv", "m.tsv", "m.txt")), random.choice((",", ";", "\t", ", "))
    names = NAMES[: len(matrix)]
    rows: list[list[object]] = [list(row) for row in matrix]
    where = random.randrange(5)
    if where in (1, 3):
        rows = [[card, *row] for card, row in zip(names, rows, strict=True)]
    if where in (2, 3):
        rows = [[*([""] if where == 3 else []), *names], *rows]
    if where == 4:
        rows = [list(range(1, len(matrix) + 1)), *rows]
    end = random.choice(("\n", "\r\n", "\r"))
    return name, random.choice(MARKS) + end.join(separator.join(map(str, row)) for row in rows) + end


def _json(random: Random, matrix: Matrix) -> tuple[str, str]:
    more = {"names": list(NAMES[: len(matrix)]), "reading": random.choice(("strict", "literal", "draws"))}
    kept = {key: value for key, value in more.items() if random.random() < 0.5}
    return "m.json", json.dumps({"matrix": matrix, **kept} if kept else matrix)


def _words(random: Random, matrix: Matrix) -> tuple[str, str]:
    joiner = random.choice((", ", ",", " and ", ", and "))
    beaten = {
        NAMES[card]: [NAMES[other] for other, beats in enumerate(row) if beats] for card, row in enumerate(matrix)
    }
    lines = [f"{card} beats {joiner.join(others)}" for card, others in beaten.items() if others]
    return "m.txt", random.choice(MARKS) + random.choice(("\n", "; ")).join(lines or ["rock beats paper"]) + "\n"
