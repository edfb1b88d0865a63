"""Words that go round: the kernel as the plain definition, and as the transcript engine."""

import csv
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import examples, long, refusal
from wargraph import FIXED_ORDERS, ParameterError, ReturnOrder, RunOptions, TooLongError
from wargraph.symbolic_cycles import words
from wargraph.symbolic_cycles.cycle import SuitedCycle, TableOrder, rounds_of, swapped
from wargraph.symbolic_cycles.words import WINNERS, cycles_of_words

ROOT = Path(__file__).parents[2]
ROUNDS = ("L", "R", "=L", "=R")


def canonical(cycle):
    """Of a cycle and its mirror image the one that comes first."""
    return min((cycle, cycle.swap()), key=lambda each: (each.word, each.split))


def cycles_plainly(cards, table, longest, blocks, is_mirrored=False):
    """Every word of the blocks from every split, asked by the plain definition."""
    found = set()
    for count in range(1, longest + 1):
        for chosen in product(blocks, repeat=count):
            word = "".join(chosen)
            word += swapped(word) * is_mirrored
            if len(word) > longest:
                continue
            for split in range(1, cards):
                try:
                    found.add(canonical(SuitedCycle.of(cards, table, split, word)))
                except ParameterError:
                    continue
    return found


def found_by_kernel(cards, table, longest, blocks, is_mirrored=False, splits=None):
    order, *draws = table
    found = cycles_of_words(cards, order, longest, blocks, is_mirrored, splits, *draws)
    assert len(found.rows()) == len(found.cycles) == len(set(found.cycles))
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
def test_a_word_goes_round_as_by_the_plain_definition(
    cards, order, is_last_first, is_sorted, split, rounds, is_mirrored
):
    word = "".join(rounds)
    word += swapped(word) * is_mirrored
    split = min(split, cards - 1)
    table = TableOrder(order, is_last_first, is_sorted)
    try:
        expected = {canonical(SuitedCycle.of(cards, table, split, word))}
    except ParameterError:
        expected = set()
    found = found_by_kernel(cards, table, len(word), [word], splits=[split])
    assert expected <= found
    assert not found or expected or found == {canonical(SuitedCycle.of(cards, table, cards - split, word))}


@pytest.mark.parametrize("order", FIXED_ORDERS)
def test_all_short_words_are_those_of_the_plain_definition(order):
    table = TableOrder(order)
    assert found_by_kernel(10, table, 6, WINNERS) == cycles_plainly(10, table, 6, WINNERS)
    assert found_by_kernel(8, table, 4, ROUNDS) == cycles_plainly(8, table, 4, ROUNDS)


def test_there_are_words_with_draws_to_be_found():
    assert any("=" in cycle.word for cycle in found_by_kernel(12, TableOrder(ReturnOrder.WL), 6, ROUNDS))


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


def test_words_of_blocks_and_mirrored_words():
    table = TableOrder(ReturnOrder.LW)
    blocks = ("LL", "RR", "LR")
    assert found_by_kernel(10, table, 8, blocks) == cycles_plainly(10, table, 8, (*blocks, "RL"))
    assert found_by_kernel(10, table, 10, WINNERS, True) == cycles_plainly(10, table, 10, WINNERS, True)


@pytest.mark.parametrize("order", FIXED_ORDERS)
def test_words_from_some_splits(order):
    every = cycles_of_words(52, order, 12).cycles
    some = cycles_of_words(52, order, 12, splits=[8, 12]).cycles
    assert len(every) == 3
    assert some == tuple(cycle for cycle in every if cycle.split in (8, 12))


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


def test_the_rounds_of_what_is_found_can_be_played_on():
    for cycle in cycles_of_words(16, "WL", 12, ROUNDS).cycles:
        assert len(cycle.hands) == len(rounds_of(cycle.word))
        assert sum(map(len, cycle.orbits)) == cycle.cards


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cards": 65}, "cards = 65"),
        ({"cards": 8, "order": "free"}, "return order 'free' is not possible here"),
        ({"cards": 8, "longest": 0}, "longest = 0"),
        ({"cards": 8, "blocks": ["LX"]}, "word 'LX': write who wins"),
        ({"cards": 8, "blocks": "LR"}, "blocks 'LR': name some words"),
    ],
)
def test_what_cannot_be_searched_is_refused(arguments, message):
    with pytest.raises(ParameterError, match=message.replace("[", r"\[")):
        cycles_of_words(**arguments)


def test_far_too_long_words_are_refused_before_the_work_begins():
    message = refusal(TooLongError, cycles_of_words, 52, "WL", 60)
    assert "words are left" in message
    assert message.endswith("try shorter words")
    assert "allowed" in refusal(TooLongError, cycles_of_words, 52, "WL", 36, run_options=RunOptions(hours=1e-6))


@pytest.mark.parametrize(
    ("blocks", "longest", "is_mirrored"),
    [
        (WINNERS, 18, False),
        (WINNERS, 30, True),
        *long((("L", "=L", "==L"), 12, False), (("LLLL", "RLRL", "RRLL"), 28, False)),
    ],
)
def test_what_is_left_is_known_from_the_first_piece_on(blocks, longest, is_mirrored):
    """By a quarter of the whole: words are counted, and those that are left are estimated."""
    found = cycles_of_words(24, "WL", longest, blocks, is_mirrored)
    search = words._Search(24, found.table, longest, found.blocks, is_mirrored, found.splits)
    work = words._AllWords(search)
    work.result = words._Tally(0, 0, frozenset())
    shares = []
    for piece in work.pieces():
        tally, _ = piece.work()
        work.result += tally
        work.collect(piece, tally)
        shares.append((work.amount().share, work.result.words / found.words))
    assert len(shares) > 50
    assert shares[-1] == (1, 1)
    for told, share in shares[1:]:
        assert told == pytest.approx(share, abs=1 / 4)
        assert told == pytest.approx(share, rel=1)


CYCLE = SuitedCycle(52, TableOrder(ReturnOrder.LW), 4, "LLLLRRRR")


@pytest.mark.parametrize(
    ("part", "function", "arguments"),
    [
        *(
            ("on a cycle Left holds 1 to 7 of 8 cards", cycles_of_words, (8, "WL", 16, WINNERS, False, splits))
            for splits in ([True], [4.0], [0], [8], [], 3)
        ),
        *(
            ("give a TableOrder", SuitedCycle, (52, table, 4, "LLLLRRRR"))
            for table in ("WL", TableOrder("LW"), TableOrder(None))
        ),
        *(("cards of a rank", CYCLE.ranks_in, (deck,)) for deck in ("abc", [-4] * 13)),
        *(("say how many cards there are of each rank", CYCLE.ranks_in, (deck,)) for deck in ([], None, 4)),
        ("use one that play_full_game gave", SuitedCycle.of_game, (None,)),
    ],
)
def test_what_is_no_split_table_deck_or_game_is_refused(part, function, arguments):
    assert part in refusal(ParameterError, function, *arguments)


def test_a_long_word_is_shown_by_its_beginning():
    cycle = SuitedCycle(52, TableOrder(ReturnOrder.LW), 4, "LLLLRRRR" * 6)
    assert cycle.shown_word == f"{'LLLLRRRR' * 5}... (48 letters)"
    assert SuitedCycle.of(52, cycle.table, 4, cycle.word).shown_word == "LLLLRRRR"
