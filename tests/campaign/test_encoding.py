"""Bytes of pieces: what goes in comes out, by declared types, and nothing else can."""

import zlib
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.campaign.kept import Mine, Ones
from tests.support import examples, refusal
from wargraph import Lengths, LineUp, Relation, ReturnOrder, RuleSet
from wargraph.auction.simulate import AuctionGames
from wargraph.campaign.encoding import (
    UnknownContentError,
    decoded,
    decoded_finds,
    decoded_piece,
    encoded,
    fingerprint,
    found_type,
)
from wargraph.core.position import Deals
from wargraph.errors import CheckpointError
from wargraph.fixed_order.forest.engine import ForestEngine, Root, Subforest
from wargraph.fixed_order.longest_over_tournaments import TournamentClass
from wargraph.fixed_order.transcripts.engine import Subtrees
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.fixed_order.transcripts.walk import Root as TreeRoot
from wargraph.fixed_order.transcripts.walk import Walk
from wargraph.full_game.every_deal.one_by_one import DealRange
from wargraph.relations.census import RelationBatch
from wargraph.verification import KINDS


@dataclass(frozen=True)
class Everything:
    """One field of each type that pieces have."""

    number: int
    is_so: bool
    text: str
    content: bytes
    maybe: int | None
    order: ReturnOrder
    pairs: tuple[tuple[int, str], ...]
    chosen: frozenset[int]
    counts: Counter[tuple[int, int]]
    named: dict[str, int]


WHOLE = st.integers() | st.integers(-(2**400), 2**400)
EVERYTHING = st.builds(
    Everything,
    WHOLE,
    st.booleans(),
    st.text(),
    st.binary(),
    st.none() | WHOLE,
    st.sampled_from(ReturnOrder),
    st.lists(st.tuples(WHOLE, st.text())).map(tuple),
    st.frozensets(st.integers()),
    st.dictionaries(st.tuples(WHOLE, WHOLE), WHOLE).map(Counter),
    st.dictionaries(st.text(), WHOLE),
)


@examples(15)
@given(EVERYTHING)
def test_what_goes_in_comes_out(value):
    again = decoded(encoded(value, Everything), Everything)
    assert again == value
    assert [type(each) for each in vars(again).values()] == [type(each) for each in vars(value).values()]
    assert fingerprint(again, Everything) == fingerprint(value, Everything)


@pytest.mark.parametrize("value", [Relation.order(4), RuleSet.parse("bryer"), LineUp.parse("Min+3xDummy")])
def test_so_do_relations_rules_and_line_ups(value):
    again = decoded(encoded(value, type(value)), type(value))
    assert (type(again), str(again)) == (type(value), str(value))
    assert again == value or isinstance(value, LineUp)


@pytest.mark.parametrize("kind", [TranscriptClass, TournamentClass])
def test_so_do_classes_of_both_kinds(kind):
    known = kind.finished(5, "LW").parents()[0].parents()[0]
    again = decoded(encoded(known, TranscriptClass), TranscriptClass)
    assert (type(again), again) == (kind, known)


@pytest.mark.parametrize("entries", [np.int64, np.uint8, np.object_])
@pytest.mark.parametrize("shape", [(12,), (3, 4), (2, 3, 2), (0,), (0, 3)])
def test_so_do_arrays(entries, shape):
    kind, size = NDArray[entries], int(np.prod(shape))
    array = np.arange(size).astype(entries).reshape(shape)
    again = decoded(encoded(array, kind), kind)
    assert (again.dtype, again.shape, again.tolist()) == (array.dtype, array.shape, array.tolist())


@given(st.permutations(range(6)))
def test_the_order_in_which_a_set_was_filled_does_not_count(numbers):
    assert fingerprint(set(numbers), set[int]) == fingerprint(set(range(6)), set[int])
    counted = Counter[int]
    assert fingerprint(Counter(numbers), counted) == fingerprint(Counter(range(6)), counted)


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        (True, int),
        (1, bool),
        ("1", int),
        (1.0, int),
        (b"\0" * 65, int),
        (b"\1", int),  # small enough to be no bytes
        ("lw", ReturnOrder),  # as people may write it
        ("XX", ReturnOrder),
        ([1, 2], tuple[int, int, int]),
        ([2, 1], frozenset[int]),  # not in order
        ([1, 1], frozenset[int]),
        ([[1, 2], [1, 3]], dict[int, int]),
        ({"first": 1}, Ones),
        ({"first": 1, "stop": 2, "more": 3}, Ones),
        ({"stop": 2, "first": 1}, Ones),
        ([[2], [1]], NDArray[np.int64]),
        ([[-1], [1]], NDArray[np.int64]),
        ([[1], [2**63]], NDArray[np.int64]),
        ([[1], [256]], NDArray[np.uint8]),
        ([[1], ["x"]], NDArray[np.object_]),
        ([[1], [1.5]], NDArray[np.int64]),
        (["none", "WL", [0], [], [1], ""], TranscriptClass),
        (["order", "WL", [0, 0], [], [1, 2], ""], TranscriptClass),
        (["order", "WL", [0, 1], [], [3, 3], ""], TranscriptClass),  # each lies below the other
        (["order", "WL", [0, 1, 2], [], [3, 6, 4], ""], TranscriptClass),  # not closed
        (["order", "WL", [0, 1], [], [1, 2 + 4], ""], TranscriptClass),  # a third card
        ([[[0, 1], [1, 0]], "x", "strict", [], ""], Relation),
    ],
    ids=str,
)
def test_what_is_not_of_the_type_is_refused(form, kind):
    with pytest.raises(UnknownContentError):
        decoded(zlib.compress(msgspec.msgpack.encode(form)), kind)


@given(st.binary(max_size=60), st.booleans())
def test_any_bytes_are_refused(content, is_packed):
    with pytest.raises(UnknownContentError):
        decoded(zlib.compress(content) if is_packed else content, Everything)


@pytest.mark.parametrize(
    "content",
    [
        b"\x91" * 10**6,
        b"\xdd\x0f\xff\xff\xff" + b"\x90" * 0xFFFFFFF,
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\0" * (1 << 23) + b"\0",
    ],
    ids=["deep", "many lists", "a long list", "many bytes", "more than fits"],
)
def test_what_would_fill_the_memory_is_refused(content):
    with pytest.raises(UnknownContentError):
        decoded(zlib.compress(content), Everything)


@pytest.mark.parametrize("member", [msgspec.msgpack.Ext(5, b""), {}, []], ids=["extensions", "maps", "lists"])
def test_a_refusal_does_not_quote_what_was_read(member):
    content = zlib.compress(msgspec.msgpack.encode([member] * 1000))
    with pytest.raises(UnknownContentError) as refused:
        decoded(content, tuple[int, ...])
    assert len(str(refused.value)) < 100


def test_bytes_behind_the_end_are_refused():
    with pytest.raises(UnknownContentError, match="not all there"):
        decoded(encoded(1, int) + b"1", int)


def test_what_cannot_be_written_is_refused():
    assert "cannot keep this" in refusal(CheckpointError, encoded, [object()], tuple[int, ...])


def test_a_strategy_of_your_own_is_written_and_never_made():
    piece = AuctionGames(0, LineUp.parse([Mine(), "Min"]), 1, 100, False, 0, 10)
    content = encoded(piece, AuctionGames)
    with pytest.raises(UnknownContentError, match="one of your own, which only your own command may load"):
        decoded_piece(content, AuctionGames)
    assert fingerprint(piece, AuctionGames) == fingerprint(replace(piece), AuctionGames)


def test_what_a_piece_finds_is_declared_for_all_kinds():
    for kind in KINDS.values():
        partial, left = found_type(kind).__args__
        assert partial is not object
        assert left == tuple[()] or left == list[kind]


ROUND = TournamentClass(ReturnOrder.WL, (2, 1), (0,), (5, 3, 6), "")
SUBTREES = Subtrees(Walk((TreeRoot(TranscriptClass.finished(12, "WL")),), frozenset({6})), 0)
TREES = Subforest(ForestEngine(Relation.order(5), ReturnOrder.WL, Deals.ANY), Root.LEFT_WINS, 0, 120)


@pytest.mark.parametrize(
    "piece",
    [
        replace(SUBTREES, root=1),
        replace(SUBTREES, root=-1),
        replace(SUBTREES, walk=replace(SUBTREES.walk, splits=frozenset({13}))),
        replace(SUBTREES, walk=replace(SUBTREES.walk, budget=0)),
        replace(SUBTREES, walk=replace(SUBTREES.walk, budget=1 << 40)),
        replace(SUBTREES, walk=replace(SUBTREES.walk, floor=-1)),
        replace(SUBTREES, walk=replace(SUBTREES.walk, floor=2**70)),
        replace(SUBTREES, walk=Walk((TreeRoot(ROUND),), frozenset())),  # a tree that never ends
        replace(SUBTREES, paths=(b"\1",)),  # Right has no cards that it could have won
        replace(SUBTREES, paths=(b"\0" * 12,)),  # and Left has one in the end
        replace(SUBTREES, paths=(b"\0\0\1\1\1",)),
        replace(TREES, first=1),
        replace(TREES, first=-1),
        replace(TREES, count=0),
        replace(TREES, root=Root.TIE),
    ],
    ids=repr,
)
def test_a_piece_that_no_campaign_has_is_refused(piece):
    with pytest.raises(UnknownContentError):
        decoded_piece(encoded(piece, type(piece)), type(piece))


@pytest.mark.parametrize("piece", [SUBTREES, replace(SUBTREES, paths=(b"\0" * 11, b"\0\0\1")), TREES], ids=repr)
def test_others_are_not(piece):
    assert decoded_piece(encoded(piece, type(piece)), type(piece)) == piece


@pytest.mark.parametrize(
    ("partial", "left"),
    [(2, []), (1, [Ones(0, 5)]), (1, [Ones(1, 11)]), (1, [Ones(7, 7)])],
)
def test_what_a_piece_cannot_have_found_is_refused(partial, left):
    content = encoded((partial, left), found_type(Ones))
    with pytest.raises(UnknownContentError, match="numbers that no work unit has"):
        decoded_finds(content, Ones(0, 10))


HUGE = 2**250
RULES = RuleSet.parse("kids,deck=3x2")
NO_POSITIONS = Lengths(2, ReturnOrder.LW, Deals.ANY, Relation.order(2), {1: 1}, {})
RELATION = RelationBatch({1: Relation.order(2)}, are_many=False)


def of_relation(**changes):
    return lambda entries: {1: replace(entries[1], **changes)}


@pytest.mark.parametrize(
    ("piece", "changed"),
    [
        (DealRange(RULES, 0, 5), lambda tally: replace(tally, by_period=Counter({HUGE: 1}))),
        (DealRange(RULES, 0, 5), lambda tally: replace(tally, longest=(HUGE, 0))),
        (TREES, lambda tally: replace(tally, by_cycle_length=Counter({HUGE: 1}))),
        (TREES, lambda tally: replace(tally, deepest=(-HUGE, 0))),
        (SUBTREES, lambda tally: replace(tally, ideals=HUGE)),
        (SUBTREES, lambda tally: replace(tally, classes=tally.classes + Counter({(0, 1, 6): HUGE}))),
        (RELATION, of_relation(finish=HUGE)),
        (RELATION, of_relation(cyclic=(0, HUGE))),
        (RELATION, lambda entries: of_relation(lengths=entries[1].lengths | {ReturnOrder.LW: NO_POSITIONS})(entries)),
    ],
)
def test_numbers_that_cannot_be_are_refused_under_a_right_seal(piece, changed):
    partial, _ = piece.work()
    kind = found_type(type(piece))
    decoded_finds(encoded((partial, []), kind), piece)  # what it found is not refused
    with pytest.raises(UnknownContentError, match="numbers that no work unit has"):
        decoded_finds(encoded((changed(partial), []), kind), piece)


def test_no_module_reads_what_could_run():
    package = Path(__file__).parents[2] / "wargraph"
    readers = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if any(word in path.read_text() for word in ("pickle.load", "marshal.load", "eval(", "Unpickler"))
    }
    assert readers == {
        "compute/kernel_cache.py",
        "campaign/dask_workers.py",
    }  # its own, and what the scheduler hands around
