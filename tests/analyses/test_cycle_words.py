"""Words that go round: the kernel by the plain definition, and by the transcript engine."""

import csv
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import networkx as nx
import pytest
from cycle_words import WINNERS, cycles_of_words
from hypothesis import given
from hypothesis import strategies as st
from suited_cycles import SuitedCycle, TableOrder, rounds_of, swapped

from tests.support import examples
from wargraph import FIXED_ORDERS, ParameterError, ReturnOrder

ROOT = Path(__file__).parents[2]
ROUNDS = ("L", "R", "=L", "=R")


def canonical(cycle):
    """Of a cycle and its mirror image the one that comes first."""
    return min((cycle, cycle.swap()), key=lambda each: (each.word, each.split))


def cycles_plainly(cards, table, longest, blocks, is_mirrored=False):
    """Every word of the blocks from every split, asked by the plain definition."""
    halves = {"".join(chosen) for count in range(1, longest + 1) for chosen in product(blocks, repeat=count)}
    words = {half + swapped(half) * is_mirrored for half in halves}
    found = set()
    for word, split in product((word for word in words if len(word) <= longest), range(1, cards)):
        with suppress(ParameterError):
            found.add(canonical(SuitedCycle.of(cards, table, split, word)))
    return found


def found_by_kernel(cards, table, longest, blocks, is_mirrored=False, splits=None):
    order, *draws = table
    found = cycles_of_words(cards, order, longest, blocks, is_mirrored, splits, *draws)
    assert len(found.cycles) == len(set(found.cycles))
    return {canonical(cycle) for cycle in found.cycles}


@examples(150)
@given(
    st.integers(4, 20),
    st.sampled_from(FIXED_ORDERS),
    st.booleans(),
    st.booleans(),
    st.integers(1, 19),
    st.lists(st.sampled_from(ROUNDS), min_size=1, max_size=6),
    st.booleans(),
)
def test_words_go_round_by_the_plain_definition(cards, order, is_last_first, is_sorted, split, rounds, is_mirrored):
    word = "".join(rounds)
    word += swapped(word) * is_mirrored
    split = min(split, cards - 1)
    table = TableOrder(order, is_last_first, is_sorted)
    expected = set()
    with suppress(ParameterError):
        expected = {canonical(SuitedCycle.of(cards, table, split, word))}
    found = found_by_kernel(cards, table, len(word), [word], splits=[split])
    assert expected <= found
    assert not found or expected or found == {canonical(SuitedCycle.of(cards, table, cards - split, word))}


@pytest.mark.parametrize(
    ("cards", "order", "longest", "blocks", "is_mirrored"),
    [
        *((10, order, 6, WINNERS, False) for order in FIXED_ORDERS),
        *((8, order, 4, ROUNDS, False) for order in FIXED_ORDERS),
        (10, ReturnOrder.LW, 8, ("LL", "RR", "LR"), False),
        (10, ReturnOrder.LW, 10, WINNERS, True),
    ],
)
def test_short_words_are_those_of_the_definition(cards, order, longest, blocks, is_mirrored):
    asked = {*blocks, *map(swapped, blocks)}
    expected = cycles_plainly(cards, TableOrder(order), longest, asked, is_mirrored)
    assert found_by_kernel(cards, TableOrder(order), longest, blocks, is_mirrored) == expected


def test_sorted_words_are_some_of_the_others():
    table = TableOrder(ReturnOrder.WL)
    plain = found_by_kernel(20, table, 8, ROUNDS)
    found = found_by_kernel(20, table._replace(is_sorted=True), 8, ROUNDS)
    assert {replace(cycle, table=table) for cycle in found} == {cycle for cycle in plain if can_lie_sorted(cycle)}
    assert any("=" in cycle.word for cycle in found)
    assert len(found) < len(plain)


def can_lie_sorted(cycle):
    """The word is played until all labels are back: a graph of what is no higher, and no strict arc within a circle."""
    no_higher, lower = nx.DiGraph(), []
    left, right = cycle.hands[0]
    for played in rounds_of(cycle.word) * (cycle.length // len(cycle.hands)):
        pairs = [*zip(left, right, strict=False)][: len(played)]
        left, right = left[len(played) :], right[len(played) :]
        if played.endswith("R"):
            pairs = [pair[::-1] for pair in pairs]
        won = [card for pair in reversed(pairs) for card in pair]
        if len(pairs) > 1:
            no_higher.add_edges_from((below, above) for above, below in pairwise(won))
            no_higher.add_edges_from((own, other) for own, other in pairs[:-1])
        lower.append((won[1], won[0]))
        left, right = (left + tuple(won), right) if played.endswith("L") else (left, right + tuple(won))
    assert (left, right) == cycle.hands[0]
    no_higher.add_edges_from(lower)
    circles = {
        label: number for number, part in enumerate(nx.strongly_connected_components(no_higher)) for label in part
    }
    return all(circles[low] != circles[high] for low, high in lower)


def known_cycles():
    """Every symbolic cycle of up to 15 different cards: the tables whose cycles are proved to be all."""
    for name in ("endless-cycles", "second-way-cycles"):
        with (ROOT / "figures" / f"{name}.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                yield int(row["n"]), row["order"], int(row["split"]), row["winners"]


@pytest.mark.parametrize(("cards", "order"), sorted({known[:2] for known in known_cycles()}))
def test_every_cycle_of_different_cards_is_found(cards, order):
    """By trying all words up to 20 letters; the few longer ones by trying this word alone."""
    table = TableOrder(ReturnOrder(order))
    known = {(split, word) for n, other, split, word in known_cycles() if (n, other) == (cards, order)}
    found = found_by_kernel(cards, table, max(min(len(word), 20) for _, word in known), WINNERS)
    for split, word in known:
        cycle = canonical(SuitedCycle.of(cards, table, split, word))
        assert cycle in (found if len(word) <= 20 else found_by_kernel(cards, table, len(word), [word]))
