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
    if sum(" beats " in " ".join(line.casefold().split()) for line in lines) > len(lines) / 2:
        _check_words(lines, relation)
    else:
        assert any(_is_meant(lines, separator, relation) for separator in ",;\t"), "another matrix, or other names"


def _is_meant(lines: Sequence[str], separator: str, relation: wg.Relation) -> bool:
    """Whether a table says what was read: the last n entries of its last n lines, and the names."""
    n = relation.n
    cells = [[cell.replace('"', "").strip() for cell in line.split(separator)] for line in lines]
    while all(len(line) == len(cells[0]) > 1 and not line[-1] for line in cells):
        cells = [line[:-1] for line in cells]
    if len(lines) - n not in (0, 1) or any(len(line) - n not in (0, 1) for line in cells[-n:]):
        return False
    for place, line in enumerate(cells[-n:]):
        if line[len(line) - n + place] in ("", "-", "x", "X"):
            line[len(line) - n + place] = "0"
    said = [cells[0][-n:], [line[0] for line in cells[-n:]], []]
    return [line[-n:] for line in cells[-n:]] == [list(map(str, row)) for row in relation.rows] and [
        name.replace('"', "").strip() for name in relation.card_names
    ] in said


def _check_words(lines: Sequence[str], relation: wg.Relation) -> None:
    names = relation.card_names or tuple(map(str, range(1, relation.n + 1)))
    said = set()
    for sentence in (part.strip() for line in lines for part in line.split(";")):
        if not sentence or sentence.startswith("#"):
            continue
        words = " ".join(sentence.split()).rstrip(". ")
        winner, losers = re.split(" beats ", words, maxsplit=1, flags=re.IGNORECASE)
        said |= {(_card(winner), _card(loser)) for loser in re.split(",| and ", losers) if loser.strip()}
    said = {
        (winner, loser) for winner, loser in said if loser not in ("nothing", "nobody", "no one", "none", "no other")
    }
    found = {(names[i], names[j]) for i, row in enumerate(relation.rows) for j, beats in enumerate(row) if beats}
    assert {(_card(winner), _card(loser)) for winner, loser in found} == said, "another relation"


def _card(name: str) -> str:
    name = name.strip().casefold().removeprefix("and ").removeprefix("the ")
    return str(int(name)) if name.isascii() and name.isdigit() else name


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
