"""What a tree has, from samples of it: about how many transcript classes are left to walk, and a deep class.

Following single random paths (Knuth 1975) sees next to nothing of these trees: most of their classes lie
in few, long branches. So a whole generation is kept instead, as in stochastic enumeration
(Rubinstein 2013; Vaisman and Kroese 2017): all children of the generation's classes make the next one,
and if that is too large, a random sample of it goes on and counts for the rest. Classes that are
expected to have more below them are more likely to go on, and count for fewer.

For a deep class the sample is no estimate: those that go on count for no more than they are, as in a beam search. So
classes that know few pairs are kept all the way.
"""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel, kernel
from wargraph.compute.rng_kernels import next_below
from wargraph.core.rng import Chance
from wargraph.fixed_order.transcripts.subtrees import NOBODY, Trail, are_counted, new_trail, replay, start_of
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.fixed_order.transcripts.walk import Path, Walk
from wargraph.partial_orders.bit_rows import MOST_LABELS
from wargraph.partial_orders.ideals import bit_count
from wargraph.partial_orders.stack import added_row, is_above, with_added

GENERATION = 1 << 14
SMALL_GENERATION = 1 << 10
_RUNS = 8

_BELOW, _ABOVE = 1.5, 2.0
"""How far the truth may be from the mean of the runs, in standard deviations of their logarithms.

Chosen by trial. The distribution of the runs is skewed: most miss the few largest subtrees, and a rare run that has one
of them makes up for it. So the truth is more often far above the mean than far below, and a standard error, which those
that miss them make too small, says nothing of that.
"""

_LEFT_BY_A_PAIR = 0.9
"""What a class is expected to have below it, as a share of what one has that knows a pair of cards less.

The more pairs are known, the fewer turns are open. Chosen by trial: for 15, 17 and 19 cards it makes the standard error
half as large as if all classes were alike, for 14 and 16 by a fifth smaller; 0.95 and 0.85 do little worse.
"""

_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_TO_DRAW_FROM = 1 << 31


@dataclass(frozen=True)
class Forecast:
    """A number of transcript classes, and the range in which it should lie.

    Attributes
    ----------
    classes
        The estimate.
    least, most
        The range. It held the truth in at least nine of ten forecasts of each deck in ``benchmarks/forecasts.py``.

    Examples
    --------
    A forecast of 100 classes, and a second one after 10 more classes were counted: together they are averaged, and so
    are their ranges. The second one has a little less left, and counts for a little more than half:

    >>> first = Forecast(100.0, 50.0, 300.0).after(20)
    >>> first
    Forecast(classes=120.0, least=70.0, most=320.0)
    >>> first.averaged(Forecast(80.0, 60.0, 160.0).after(30), share=5 / 9)
    Forecast(classes=114.4..., least=81.1..., most=247.7...)
    """

    classes: float
    least: float
    most: float

    def after(self, done: float) -> "Forecast":
        """The forecast of all classes, where this one is of those that are left when so many are done."""
        return Forecast(self.classes + done, self.least + done, self.most + done)

    def averaged(self, other: "Forecast", share: float) -> "Forecast":
        """The average of this forecast and another one, which counts for the given share."""
        return Forecast(
            *(mine + share * (its - mine) for mine, its in zip(astuple(self), astuple(other), strict=True)),
        )


@dataclass(frozen=True)
class Total:
    """The number of all classes, those done and those left, by all forecasts made during a walk.

    Each forecast is averaged with those before it. A forecast errs by a share of what was left when it was made, so it
    counts for more if less was left. The ranges are averaged too, as if all forecasts erred in the same direction.

    Attributes
    ----------
    forecast
        The average.
    variance
        The variance of the average, in units in which that of each forecast is the square of what it says is left.
    """

    forecast: Forecast
    variance: float

    @classmethod
    def of(cls, done: int, left: Forecast) -> "Total":
        """The total by the first forecast, made when so many classes were done."""
        return cls(left.after(done), left.classes**2)

    def and_then(self, done: int, left: Forecast) -> "Total":
        """The total after one more forecast, made when so many classes were done."""
        if self.forecast.classes <= done:  # the earlier forecasts were wrong
            return Total.of(done, left)
        # The variance of what is left takes one factor from the average and one from this forecast. With both from
        # either, low forecasts would count for too much, or high ones for too long.
        share = self.variance / (self.variance + (self.forecast.classes - done) * left.classes)
        return Total(self.forecast.averaged(left.after(done), share), (1 - share) * self.variance)


class _Piece(Protocol):
    """What is left to walk of one tree: its number, and where the subtrees start."""

    @property
    def root(self) -> int: ...
    @property
    def paths(self) -> Sequence[Path]: ...


def forecast(walk: Walk, pieces: Iterable[_Piece], seed: int = 1, generation: int = GENERATION) -> Forecast:
    """Estimate the number of classes in the subtrees of some pieces.

    Parameters
    ----------
    walk
        Which trees.
    pieces
        What is left of them.
    seed
        Of the random samples.
    generation
        How many classes of a generation go on at most.

    Examples
    --------
    A tree no larger than a sample is counted exactly:

    >>> from wargraph.fixed_order.transcripts.engine import finished_walk, whole_trees
    >>> walk = finished_walk(9, "WL")
    >>> forecast(walk, whole_trees(walk))
    Forecast(classes=3189.0, least=3189.0, most=3189.0)
    """
    totals = np.zeros(_RUNS)
    by_root: dict[int, list[Path]] = {}
    for piece in pieces:
        by_root.setdefault(piece.root, []).extend(piece.paths)
    for root, paths in by_root.items():
        start, sampled = start_of(walk.roots[root]), _paths(paths)
        workspace = _new_workspace(walk, sampled, generation)
        for run in range(_RUNS):
            state = np.uint64(Chance(seed, run).state)
            totals[run] += _sampled_classes(start, sampled, are_counted(walk), generation, True, state, workspace)
    if not totals.any():  # nothing is left
        return Forecast(0.0, 0.0, 0.0)
    mean = totals.mean()
    scatter = np.log(totals / mean).std(ddof=1)
    return Forecast(float(mean), *(float(mean * np.exp(factor * scatter)) for factor in (-_BELOW, _ABOVE)))


def deep_class(walk: Walk, seed: int = 1, generation: int = SMALL_GENERATION) -> TranscriptClass:
    """A deep class of the first tree: the deepest to be counted that a beam search meets; the root if it meets none.

    It shows that there is a game so long, not that there is no longer one. Of 23 cards a generation of a million
    classes meets, in one to three minutes, a longest game under LW, and under WL one 14 turns shorter than the longest.

    Parameters
    ----------
    walk
        Which trees, and which classes are to be counted.
    seed
        Of the random samples.
    generation
        How many classes of a generation go on at most.

    Examples
    --------
    >>> from wargraph.fixed_order.transcripts.engine import finished_walk
    >>> known = deep_class(finished_walk(15, "WL"))
    >>> known.turns, str(known.example())
    (75, '7,8,2,4,3,5,11,12,9,10,1,15,6,14|13')
    """
    path, state, root = _paths([b""]), np.uint64(Chance(seed).state), walk.roots[0]
    workspace = _new_workspace(walk, path, generation)
    _sampled_classes(start_of(root), path, are_counted(walk), generation, False, state, workspace)
    hands, rows, splits, _ = (each[0, -1] for each in workspace.generations)
    n, split = len(root.start.below), int(splits)
    left, right = (tuple(hand[:size].tolist()[::-1]) for hand, size in zip(hands, (split, n - split), strict=True))
    found = replace(root.start, left=left, right=right, below=tuple(rows[:n].tolist()))
    return replace(found, winners=_winners(found))


def _winners(known: TranscriptClass) -> str:
    """Who wins the turns from a class on, by the comparisons that it knows."""
    left, right, winners = [*known.left], [*known.right], ""
    while right:
        of_left, of_right = left.pop(0), right.pop(0)
        if known.below[of_left] >> of_right & 1:
            left += known.order.returned(of_left, of_right)
            winners += "L"
        else:
            right += known.order.returned(of_right, of_left)
            winners += "R"
    return winners


class _Paths(NamedTuple):
    """Paths as rows of steps, and how many steps each has."""

    steps: NDArray[np.uint8]
    lengths: NDArray[np.int64]


class _Generations(NamedTuple):
    """Two generations of classes, of which one is read and the other written.

    By generation and class: both hands, bottom first; the closed bit rows; the size of Left's hand; for how many
    classes it counts. The last class of the first one is the deepest that was met of those to be counted.
    """

    hands: NDArray[np.uint8]
    rows: NDArray[np.uint32]
    splits: NDArray[np.uint64]
    weights: NDArray[np.float64]


class _Workspace(NamedTuple):
    """What a sample works in: the classes, which go on, what is expected of each, and the trail to the first ones."""

    generations: _Generations
    sample: NDArray[np.int64]
    expected: NDArray[np.float64]
    trail: Trail


def _paths(paths: list[Path]) -> _Paths:
    steps = np.zeros((len(paths), max(map(len, paths)) + 1), np.uint8)
    for place, path in enumerate(paths):
        steps[place, : len(path)] = np.frombuffer(path, np.uint8)
    return _Paths(steps, np.array([len(path) for path in paths], np.int64))


def _new_workspace(walk: Walk, paths: _Paths, most: int) -> _Workspace:
    classes = max(2 * (most + 1), len(paths.lengths)) + 1
    return _Workspace(
        generations=_Generations(
            hands=np.zeros((2, classes, 2, MOST_LABELS), np.uint8),
            rows=np.zeros((2, classes, MOST_LABELS), np.uint32),
            splits=np.zeros((2, classes), np.uint64),
            weights=np.zeros((2, classes)),
        ),
        sample=np.zeros(classes, np.int64),
        expected=np.zeros(classes),
        trail=new_trail(paths.steps.shape[1], len(walk.roots[0].start.below)),
    )


@kernel
def _sampled_classes(start, paths, is_counted, most, is_estimate, state, workspace):  # type: ignore[no-untyped-def]
    """An unbiased estimate of the number of classes below some paths, unless it is to be no estimate.

    `state` is that of the random numbers. A path of no turns is the only one.
    """
    generations, sample, expected, trail = workspace
    _read_paths(start, paths, generations, trail)
    n = np.uint64(start.left.size + start.right.size)
    not_by = start.never if paths.lengths[0] == 0 else NOBODY
    here, size, total = 0, paths.lengths.size, 0.0
    generation = deepest = 0
    _copy_class(n, generations, 0, 0)
    while size > 0:
        for known in range(size):
            total += generations.weights[here, known]
            sample[known] = known
        if size > most:
            state, size = _thinned(n, generations, here, size, most, is_estimate, state, sample, expected)
        there, grown = 1 - here, 0
        for place in range(size):
            known = sample[place]
            if is_counted[generations.splits[here, known]] and generation > deepest:
                deepest = generation
                _copy_class(n, generations, here, known)
            for winner in range(2):
                if winner != not_by and _grow(n, start, winner, generations, here, known, there, grown):
                    grown += 1
        here, size, not_by = there, grown, NOBODY
        generation += 1
    return total


@inner_kernel
def _copy_class(n, generations, here, known):  # type: ignore[no-untyped-def]
    """Write a class as the last one of the first generation."""
    hands, rows, splits, _weights = generations
    for card in range(n):
        hands[0, -1, 0, card], hands[0, -1, 1, card] = hands[here, known, 0, card], hands[here, known, 1, card]
        rows[0, -1, card] = rows[here, known, card]
    splits[0, -1] = splits[here, known]


@inner_kernel
def _thinned(n, generations, here, size, most, is_estimate, state, sample, expected):  # type: ignore[no-untyped-def]
    """Write which classes of a generation go on, `most` but for rounding; return the next state and how many they are.

    Each goes on with a chance in proportion to what is expected below it and below those it counts for, or for sure.
    In an estimate it counts for more by what the chance was short of one, which is unbiased (systematic sampling).
    """
    for known in range(size):
        pairs = np.int64(0)
        for label in range(n):
            pairs += np.int64(bit_count(generations.rows[here, known, label]))
        expected[known] = generations.weights[here, known] * _LEFT_BY_A_PAIR**pairs
    # The chances are to sum up to `most`. Where those in proportion are above one they are one, and the others grow.
    scale, sure, sure_before = 0.0, 0, -1
    while sure > sure_before:
        sure_before, sure, rest = sure, 0, 0.0
        for known in range(size):
            if scale * expected[known] >= 1:
                sure += 1
            else:
                rest += expected[known]
        scale = (most - sure) / rest
    state, drawn = next_below(state, _TO_DRAW_FROM)
    passed, chosen = drawn / _TO_DRAW_FROM, 0
    for known in range(size):
        chance = min(1.0, scale * expected[known])
        passed += chance
        if passed >= 1:
            passed -= 1
            if is_estimate:
                generations.weights[here, known] /= chance
            sample[chosen] = known
            chosen += 1
    return state, chosen


@inner_kernel
def _read_paths(start, paths, generations, trail):  # type: ignore[no-untyped-def]
    """Write the classes that the paths lead to as the first generation."""
    hands, rows, splits, weights = generations
    n = np.uint64(start.left.size + start.right.size)
    for path in range(paths.lengths.size):
        depth = np.uint64(paths.lengths[path])
        split, level = replay(start, paths.steps[path], depth, trail)
        bottom = np.uint64(start.left.size) + depth - split
        for card in range(split):
            hands[0, path, 0, card] = trail.left[bottom + card]
        bottom = np.uint64(start.right.size) + depth - (n - split)
        for card in range(n - split):
            hands[0, path, 1, card] = trail.right[bottom + card]
        for label in range(MOST_LABELS):
            rows[0, path, label] = trail.levels[level + np.uint64(label)]
        splits[0, path], weights[0, path] = split, 1


@inner_kernel
def _grow(n, start, winner, generations, here, known, there, grown):  # type: ignore[no-untyped-def]
    """Write the class one turn earlier, that turn won by Left (0) or Right (1); return whether there is one."""
    hands, rows, splits, weights = generations
    cards = splits[here, known] if winner == 0 else n - splits[here, known]
    hand, other_hand = hands[here, known, winner], hands[here, known, 1 - winner]
    won, lost = np.uint64(hand[start.above_loser]), np.uint64(hand[_ONE - start.above_loser])
    if cards < _TWO or is_above(rows[here, known], _NONE, lost, won):
        return False
    for card in range(cards - _TWO):
        hands[there, grown, winner, card] = hand[card + _TWO]
    hands[there, grown, winner, cards - _TWO] = won
    for card in range(n - cards):
        hands[there, grown, 1 - winner, card] = other_hand[card]
    hands[there, grown, 1 - winner, n - cards] = lost
    splits[there, grown] = cards - _ONE if winner == 0 else n - cards + _ONE
    weights[there, grown] = weights[here, known]
    row = added_row(rows[here, known, lost], lost, start.inherited)
    for label in range(MOST_LABELS):
        rows[there, grown, label] = with_added(rows[here, known, label], label, row, won, start.inherited)
    return True
