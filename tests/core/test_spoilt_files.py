"""Spoilt files of relations: each is refused in one line, whichever way the matrix is to be read."""

import json
from itertools import chain, combinations
from random import Random

import pytest

from tests.support import long, refusal
from wargraph import Relation
from wargraph.errors import WarGraphError

NAMES = ("rock", "paper", "scissors", "Spock", "lizard", "well")
WORDS = {0: "draw", 1: "win", -1: "lose"}


def tournament(random):
    """Names, and the payoffs of a random tournament."""
    n = random.randrange(3, 7)
    payoffs = [[0] * n for _ in range(n)]
    for i, j in combinations(range(n), 2):
        payoffs[i][j] = random.choice((1, -1))
        payoffs[j][i] = -payoffs[i][j]
    return random.sample(NAMES, n), payoffs


def spoilt_table(random, names, payoffs):
    """A square table with one fault."""
    entry = random.choice((lambda value: int(value > 0), lambda value: value, WORDS.get))
    rows = [list(map(entry, row)) for row in payoffs]
    i, j = random.sample(range(len(names)), 2)
    fault = random.randrange(5)
    if fault == 0:
        are_wins = {*chain.from_iterable(rows)} == {0, 1}  # beside these a number is compared
        rows[i][j] = random.choice(("maybe", "", "?", "1-0", *(() if are_wins else ("0.5", 2, "½", "2x"))))
    if fault == 1:
        del rows[i][j]
    if fault == 2:
        rows[i].insert(j, rows[i][j])
    if fault == 3:
        rows[i][j] = rows[j][i] = entry(1)
    top, left = random.choice(((0, 0), (0, 1), (1, 0), (1, 1)))
    if left:
        rows = [[name, *row] for name, row in zip(names, rows, strict=True)]
    if top:
        rows = [[""] * left + names, *rows]
    if fault == 4:
        del rows[i + top]
    separator = random.choice((",", ";", "\t", " | ", ", "))
    return "\n".join(separator.join(map(str, row)) for row in rows), fault == 3 and entry(-1) == 0


def spoilt_pairs(random, names, payoffs):
    """Pairs, games or sentences with one line too many, too few words in a line, or half a line."""
    pairs = [(names[i], names[j]) for i, row in enumerate(payoffs) for j, value in enumerate(row) if value > 0]
    form = random.choice(("{} {}", "{},{}", "{} beats {}", "{} -> {}", "{},{},1", "{} {} win", '"{}";"{}"'))
    lines = [form.format(*pair) for pair in pairs]
    wrong = ["rock", form.format("rock", "0.5"), form.format("rock", "")]
    if len(form) == len("{},{}"):
        wrong.append(form.format(*pairs[0]) + form[2] + "2")
    lines.insert(random.randrange(len(lines) + 1), random.choice(wrong))
    return "\n".join(lines), False


def spoilt_games(random, names, payoffs):
    """Games of two cards, one of which has a score, a multiplier or no entry, or contradicts another."""
    games = [[names[i], names[j], payoffs[i][j]] for i, j in combinations(range(len(names)), 2)]
    place = random.randrange(len(games))
    games[place][2] = random.choice(("3:1", 2, "3-1", "?", ""))
    if random.random() < 0.3:
        games[place][2] = payoffs[0][1]
        games.append([games[place][1], games[place][0], payoffs[0][1]])
    if random.random() < 0.3:
        games = [[*game[:2], random.randrange(2, 5), random.randrange(2)] for game in games]
    return "\n".join(random.choice((",", ";")).join(map(str, game)) for game in games), False


def spoilt_value(random, names, payoffs):
    """JSON or DOT that is cut short, or that holds multipliers."""
    beaten = {
        name: [other for other, value in zip(names, row, strict=True) if value > 0]
        for name, row in zip(names, payoffs, strict=True)
    }
    text = random.choice((
        json.dumps(beaten), json.dumps(payoffs), json.dumps({"names": names, "matrix": payoffs}),
        "digraph {" + "; ".join(f"{a} -> {b}" for a, others in beaten.items() for b in others) + "}",
    ))  # fmt: skip
    if random.random() < 0.7:
        return text[: random.randrange(10, len(text) - 1)], False
    multipliers = {a: {b: random.choice((0.5, 2)) for b in others} for a, others in beaten.items()}
    return json.dumps(multipliers), False


@pytest.mark.parametrize("seeds", [range(75), *long(range(75, 300))])
def test_a_spoilt_file_is_refused_in_one_line(tmp_path, seeds):
    for seed in seeds:
        random = Random(seed)
        spoil = random.choice((spoilt_table, spoilt_table, spoilt_pairs, spoilt_games, spoilt_value))
        text, is_literal = spoil(random, *tournament(random))
        (tmp_path / "r.txt").write_text(text, "utf-8")
        for interpretation in (None, "draws", "literal"):
            if is_literal and interpretation == "literal":
                assert Relation.of(tmp_path / "r.txt", interpretation)
            else:
                assert refusal(WarGraphError, Relation.of, tmp_path / "r.txt", interpretation), (seed, text)
