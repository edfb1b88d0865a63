"""Matrix files that attack the package."""

import json
from collections.abc import Callable
from random import Random

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
    joiner, end = random.choice((", ", ",", " and ", ", and ")), random.choice(("", "."))
    beaten = {
        NAMES[card]: [NAMES[other] for other, beats in enumerate(row) if beats] for card, row in enumerate(matrix)
    }
    lines = [f"{card} beats {joiner.join(others)}{end}" for card, others in beaten.items() if others]
    return "m.txt", random.choice(MARKS) + random.choice(("\n", "; ")).join(lines or ["rock beats paper"]) + "\n"
