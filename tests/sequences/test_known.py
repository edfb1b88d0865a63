"""The known integer sequences: their b-files, and their terms worked out again."""

from importlib.resources import files

import pytest

from tests.support import long, plain_games, refusal, turns_and_period
from wargraph.core.position import balanced_deals
from wargraph.core.rules import FIXED_ORDERS
from wargraph.errors import ParameterError
from wargraph.sequences.known import KnownSequence, known_sequences, sequence

NAMES = [known.name for known in known_sequences()]
DATA = {
    path.name: path.read_text("utf-8")
    for path in files("wargraph.sequences.data").iterdir()
    if path.name.endswith(".txt")
}

REACH = {"longest-over-tournaments": 9, "longest": 17, "endless": 17}
"""How far the terms by transcripts reach at least, by how the names begin; others take the graph, and reach to 10."""

every_sequence = pytest.mark.parametrize("name", NAMES)


def test_each_sequence_has_a_file():
    assert sorted(f"{name}.txt" for name in NAMES) == sorted(DATA)


@every_sequence
def test_a_bfile_is_one(name):
    known, lines = sequence(name), DATA[f"{name}.txt"].split("\n")
    comments = [line for line in lines if line.startswith("#")]
    terms = lines[len(comments) : -1]
    assert lines[: len(comments)] == comments
    assert comments[0] == f"# {name}: a(n) = {known.title}"
    assert "n cards" in known.title
    assert known.status.startswith(("exhaustive, ", "proved, ", "observed, "))
    assert lines[-1] == ""
    assert [line.split(" ") for line in terms] == [[str(n), str(value)] for n, value in known.terms.items()]


@every_sequence
def test_terms_rise_and_reach_far(name):
    known = sequence(name)
    assert list(known.terms) == sorted(known.terms)
    assert list(known.terms)[:8] == list(range(known.first, known.first + 8))
    assert max(known.terms) >= next((reach for start, reach in REACH.items() if name.startswith(start)), 10)
    assert known.rows() == [{"n": n, "value": value} for n, value in known.terms.items()]


@every_sequence
@pytest.mark.parametrize(("by_graph", "by_transcripts"), [((0, 5), (0, 7)), *long(((6, 7), (8, 11)))])
def test_terms_come_out_again(name, by_graph, by_transcripts):
    known = sequence(name)
    is_by_transcripts = known.question in ("longest", "endless")
    least, largest = by_transcripts if is_by_transcripts else by_graph
    for n in range(max(known.first, least), largest + 1):
        assert known.compute(n) == known.terms[n], n


def test_a_check_asks_for_the_largest_term_first(monkeypatch):
    """If that is refused, no time was lost on the others."""
    asked = []
    monkeypatch.setattr(KnownSequence, "compute", lambda _, n, __: asked.append(n) or -n)
    rows = sequence("farthest").at([2, 4, 3]).compared()
    assert [(row["n"], row["computed"]) for row in rows] == [(2, -2), (4, -4), (3, -3)]
    assert asked == [4, 3, 2]


@pytest.mark.parametrize("deals", ["", "-balanced"])
@pytest.mark.parametrize("order", FIXED_ORDERS)
@pytest.mark.parametrize("n", range(1, 7))
def test_terms_by_the_plain_rules(n, order, deals):
    balanced = [turns_and_period(deal, order) for deal in balanced_deals(n)] if deals else []
    turns = [turns for turns, _ in balanced or plain_games(f"deck of {n}", order).values()]
    assert sequence(f"endless-{order.lower()}{deals}").terms[n] == turns.count(None)
    assert sequence(f"longest-{order.lower()}{deals}").terms[n] == max(each for each in turns if each is not None)


def test_the_published_sequence_of_endless_deals():
    known = sequence("endless-wl-balanced")
    assert known.oeis == "A400411"
    assert [known.terms[n] for n in range(5, 12)] == [30, 0, 2304, 0, 218680, 395940, 28223770]
    assert [name for name in NAMES if sequence(name).oeis] == ["endless-wl-balanced"]


def test_an_unknown_sequence_is_refused():
    message = refusal(ParameterError, sequence, "primes")
    assert all(name in message for name in ["'primes'", *NAMES])
