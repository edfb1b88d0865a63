"""Drafts of entries in the OEIS: their lines, their terms, and examples that are true."""

import re
from itertools import pairwise

import pytest

from tests.support import turns_and_period
from wargraph.core.position import Position
from wargraph.core.rules import children
from wargraph.sequences.known import known_sequences, sequence
from wargraph.sequences.oeis import entry

SEQUENCES = known_sequences()
every_sequence = pytest.mark.parametrize("known", SEQUENCES, ids=[known.name for known in SEQUENCES])


def lines_of(draft):
    """The texts of a draft by their letters."""
    lines = [re.fullmatch(r"%(.) (?:A[0-9]{6}|A######)(?: (\S.*\S))?", line) for line in draft.splitlines()]
    found = {}
    for line in lines:
        found.setdefault(line[1], []).append(line[2])
    return found


def data(lines):
    """The terms of a draft, and how many characters they take with a space behind each comma."""
    text = "".join(line for letter in "STU" for line in lines.get(letter, []))
    return [int(each) for each in text.split(",") if each], len(text.replace(",", ", "))


@every_sequence
def test_a_draft_has_the_lines_of_the_oeis(known):
    draft = entry(known, known.terms)
    assert draft.isascii()
    assert draft.count(f" {known.oeis or 'A######'}") >= len(draft.splitlines())
    assert re.fullmatch("ISTU?NC+D+H+eoYKOA|ISNC+D+H+eoYKOA", "".join(line[1] for line in draft.splitlines()))
    lines = lines_of(draft)
    assert data(lines) == (list(known.terms.values()), data(lines)[1])
    assert lines["N"][0].casefold() == f"{known.title}.".casefold()
    assert f"Status of the terms: {known.status}." in lines["C"]
    assert lines["K"][0].startswith("nonn,")
    assert min(known.terms.values()) >= 0
    first, place = map(int, lines["O"][0].split(","))
    values = list(known.terms.values())
    assert first == min(known.terms)
    assert max(values[: place - 1], default=0) <= 1 < values[place - 1]


@every_sequence
def test_the_example_of_a_draft_is_true(known):
    n, value, witness = re.fullmatch(r"a\((\d+)\) = (\d+): (.*)", known.example()).groups()
    assert known.terms[int(n)] == int(value) > 1
    positions = [Position(text) for text in re.findall(r"\d+\|\d*", witness)]
    assert {position.n for position in positions} == {int(n)}
    if known.name.startswith(("farthest", "shortest-cycle")):
        path = positions if known.name.startswith("farthest") else [*positions, positions[0]]
        assert len(path) == int(value) + 1
        assert all(after in children(before).values() for before, after in pairwise(path))
    elif known.name == "cyclic-positions":
        assert len(set(positions)) == int(value)
    elif known.order in ("WL", "LW") and "over-tournaments" not in known.name:
        turns, period = turns_and_period(positions[0], known.order)
        assert (turns == int(value)) if known.name.startswith("longest") else (turns is None and period)


def test_cross_references_go_both_ways():
    others = {
        known.name: set(re.findall(r"\(([a-z-]+)\)", lines_of(entry(known, known.terms))["Y"][0]))
        for known in SEQUENCES
    }
    assert all(name in others[other] for name, related in others.items() for other in related)
    assert all(related and name not in related for name, related in others.items())
    assert "(A400411)" not in entry(sequence("endless-wl"), {1: 0})
    assert "A400411 (endless-wl-balanced)" in entry(sequence("endless-wl"), {1: 0})


def test_data_take_three_lines_at_most():
    terms = {n: 10**15 + n for n in range(1, 40)}
    lines = lines_of(entry(sequence("farthest"), terms))
    values, length = data(lines)
    assert 200 < length <= 260
    assert values == list(terms.values())[: len(values)]
    assert [lines[letter][0][-1] for letter in "STU"] == [","] * 3


def test_a_draft_names_what_is_related():
    known = sequence("endless-wl")
    (related,) = lines_of(entry(known, known.terms))["Y"]
    names = {*re.findall(r"\(([\w-]+)\)", related)}
    assert names & {"endless-lw", "longest-wl", "longest-lw", known.name} == {"endless-lw", "longest-wl"}
