"""The walking kernel, against the classes in plain Python, with any cut and any number of workers."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.partial_orders.test_extensions import chains
from tests.support import ORDERS, examples, long
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Player
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.transcripts.engine import WalkedTrees, finished_tree
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, transcript_classes
from wargraph.fixed_order.transcripts.tally import TreeRoot, TreeTally, new_counts
from wargraph.fixed_order.transcripts.units import Subtrees
from wargraph.partial_orders.bit_rows import unrelated, with_comparison


def tally_of(positions):
    """The tally of so many positions with one card in Left's hand, by the turns to the end."""
    counts = new_counts(len(positions), 1)
    for turns, number in enumerate(positions):
        counts[1:, turns, 1] = number % 2**64, number >> 64
    return TreeTally(counts)


@example([2**64 - 1], [1, 2**64])
@given(*[st.lists(st.integers(0, 2**100), max_size=5)] * 2)
def test_positions_beyond_64_bits_are_added(one, other):
    tally, added = tally_of(one), tally_of(other)
    tally += added
    assert added == tally_of(other)
    sums = enumerate(map(sum, zip_longest(one, other, fillvalue=0)))
    assert tally.positions == Counter({(turns, 1): number for turns, number in sums})


@pytest.fixture(scope="module", autouse=True)
def _kernel():
    """Small trees too are walked by the kernel."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wargraph.fixed_order.transcripts.units._LARGEST_PLAIN", 0)
        yield


@cache
def plain(n, order):
    """Classes and positions by turns and split, and the path to the first deepest class for each split."""
    classes, positions, deepest = Counter(), Counter(), {}
    for known in transcript_classes(n, order):
        classes[known.turns, known.split] += 1
        positions[known.turns, known.split] += known.positions
        path = bytes(winner == "R" for winner in reversed(known.winners))
        if len(path) > len(deepest.setdefault(known.split, path)):
            deepest[known.split] = path
    return classes, positions, deepest


def assert_as_in_plain_python(tally, n, order, splits):
    classes, positions, deepest = plain(n, order)
    assert tally.classes == classes
    assert tally.positions == {place: count for place, count in positions.items() if place[1] in splits}
    assert tally.deepest == min(
        ((-len(deepest[split]), 0, deepest[split]) for split in splits if split in deepest), default=None
    )


def assert_plain_as_kernel(tree):
    """A whole tree is counted in plain Python as by the kernel; return the tally."""
    kernel, left = tree.walked_by_kernel()
    assert left == []
    assert tree.walked_plainly() == kernel
    return kernel


def walked(tree, workers=1):
    with ThreadPoolExecutor(workers) as executor:
        return WalkedTrees([tree], str).run(RunOptions(executor))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [*range(1, 8), *long(8)])
def test_the_kernel_counts_as_plain_python(n, order):
    for splits in ([*range(1, n + 1)], [(n + 1) // 2]):
        tree = finished_tree(n, order, splits)
        assert_as_in_plain_python(assert_plain_as_kernel(tree), n, order, splits)


@examples(60)
@given(
    n=st.integers(2, 7),
    order=st.sampled_from(ORDERS),
    budget=st.integers(1, 300),
    workers=st.integers(1, 5),
    data=st.data(),
)
def test_any_cut_and_workers_count_the_same(n, order, budget, workers, data):
    splits = data.draw(st.sets(st.integers(1, n), min_size=1))
    walk = Subtrees(TreeRoot(TranscriptClass.finished(n, order)), frozenset(splits), budget=budget)
    assert_as_in_plain_python(walked(walk, workers), n, order, splits)


def test_a_unit_spends_less_where_few_are_known():
    tree = finished_tree(12, "LW")
    few, many = (tree.work(*WalkedTrees([tree], str).terms(known))[0].total for known in (1 / 64, 1))
    assert 0 < 32 * few < many


@examples(40)
@given(n=st.integers(2, 7), order=st.sampled_from(ORDERS), budget=st.integers(1, 300), data=st.data())
def test_a_rising_floor_keeps_the_deepest_classes(n, order, budget, data):
    splits = data.draw(st.sets(st.integers(1, n - 1), min_size=1))
    classes, positions, deepest = plain(n, order)
    depth = max(len(deepest[split]) for split in splits)
    floor = data.draw(st.integers(0, depth))
    root = TreeRoot(TranscriptClass.finished(n, order))
    tally = walked(Subtrees(root, frozenset(splits), rising=True, floor=floor, budget=budget))
    assert tally.classes == classes
    assert tally.deepest[0] == -depth
    for split in splits:
        assert tally.positions[depth, split] == positions[depth, split]


def test_a_tape_too_short_is_made_longer(monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.transcripts.subtrees._SHORTEST_TAPE", 3)
    assert_as_in_plain_python(walked(finished_tree(7, "WL")), 7, ReturnOrder.WL, range(1, 8))


def wide_start(seed):
    """A start with more than 2**64 positions: seven chains of four, in shuffled hands."""
    random = Random(seed)
    below = unrelated(28)
    for high, low in chains(*[4] * 7):
        below = with_comparison(below, high, low)
    labels = random.sample(range(28), 28)
    split = random.randint(8, 20)
    return TranscriptClass(random.choice(ORDERS), tuple(labels[:split]), tuple(labels[split:]), below)


def small_tree(start, most):
    """All classes of the tree behind a start, or None if there are more than `most`."""
    found, waiting = [], [start]
    while waiting and len(found) <= most:
        found.append(waiting.pop())
        waiting += found[-1].parents()
    return found if not waiting else None


@pytest.mark.long
def test_sums_carry_over_64_bits():
    """From starts whose classes of the same turns and split have more than 2**64 positions together."""
    for seed in (952, 1262, 2163):
        tree = small_tree(wide_start(seed), 12)
        positions, low_limbs = Counter(), Counter()
        for known in tree:
            positions[known.turns, known.split] += known.positions
            low_limbs[known.turns, known.split] += known.positions % 2**64
        found = walked(Subtrees(TreeRoot(wide_start(seed)), frozenset(range(29)))).positions
        assert found == positions
        assert any(low >= 2**64 for low in low_limbs.values())


@examples(60)
@given(st.data(), st.integers(3, 7), st.sampled_from(ORDERS), st.sampled_from([None, *Player]))
def test_the_turn_before_the_root_can_be_forbidden(data, n, order, never):
    start = replace(data.draw(st.sampled_from([*transcript_classes(n, order)])), winners="")
    tally = assert_plain_as_kernel(Subtrees(TreeRoot(start, never), frozenset(range(1, n + 1))))
    classes = Counter({(0, start.split): 1})
    waiting = [known for winner in Player if winner is not never and (known := start.parent(winner))]
    while waiting:
        known = waiting.pop()
        classes[known.turns, known.split] += 1
        waiting += known.parents()
    assert tally.classes == classes
