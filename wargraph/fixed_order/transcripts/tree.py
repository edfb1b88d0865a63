"""Walk transcript trees as a campaign: count classes and positions, with a forecast, a limit and progress."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from operator import index
from time import monotonic
from typing import TYPE_CHECKING

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.effort import HOURS, SECONDS_TO_FORECAST, Effort, checked_effort, too_long
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError, WarGraphError, shown
from wargraph.fixed_order.transcripts.pieces import Subtrees, whole_trees
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, check_size
from wargraph.fixed_order.transcripts.walk import Root, TreeTally, Walk, class_at, is_small
from wargraph.report.result import Result, Row

if TYPE_CHECKING:
    from wargraph.fixed_order.transcripts.forecast import Total

_CLASSES = "transcript classes"
_HOPED_FOR_RATE = 1e9
_WORK_FOR_FORECAST = 50
"""How long work goes on until the next forecast, by the time that the last one took."""

_FEW_CLASSES = 3e10
"""Minutes of work: where a small sample is sure of no more, to forecast it better would take longer than it spares."""

_MOST_ERRORS = 4
"""What a small sample is sure of, in its standard errors."""


@dataclass(frozen=True)
class TranscriptTree(Result):
    """The transcript classes of the finished game on n cards, by depth and split.

    Attributes
    ----------
    n, order
        What was walked.
    splits
        The numbers of cards in Left's hand for which positions were counted.
    classes
        Number of classes, by (turns, split).
    positions
        Number of positions in them, by (turns, split), for the splits that were counted.
    deepest
        The first of the deepest classes with such a split.

    See Also
    --------
    transcript_tree, deepest_classes
    """

    n: int
    order: ReturnOrder
    splits: tuple[int, ...]
    classes: dict[tuple[int, int], int] = field(repr=False)
    positions: dict[tuple[int, int], int] = field(repr=False)
    deepest: TranscriptClass = field(repr=False)

    def rows(self) -> list[Row]:
        """Rows ``turns, split, classes, positions``."""
        return [
            {"turns": turns, "split": split, "classes": count, "positions": self.positions.get((turns, split))}
            for (turns, split), count in sorted(self.classes.items())
        ]


@checkpointed
def transcript_tree(
    n: int,
    order: ReturnOrder | str = "WL",
    splits: Collection[int] | None = None,
    effort: Effort | None = None,
) -> TranscriptTree:
    """Count the transcript classes that end with Left holding everything, and the positions they stand for.

    Parameters
    ----------
    n
        Number of cards, at most 32.
    order
        ``WL`` or ``LW``.
    splits
        Numbers of cards in Left's hand for which positions are counted; all if left out.
    effort
        Who works, for how long, and who is told.

    Returns
    -------
    The result, with numbers of classes and positions by (turns, split).

    Raises
    ------
    TooLongError
        If the walk is forecast to take longer than `effort` allows.
    TooLargeError
        If the positions of a class cannot be counted in little memory.
    Interrupted
        On Ctrl-C, with what is known so far.

    See Also
    --------
    TranscriptTree, deepest_classes, transcript_classes, tree_picture

    Examples
    --------
    >>> tree = transcript_tree(5, "WL", splits=[3])
    >>> sum(tree.classes.values()), tree.deepest.turns, str(tree.deepest.example())
    (25, 8, '325|41')
    """
    walk = finished_walk(n, order, splits)
    refuse_hopeless(n, order, effort)
    return _tree(walk, walk_trees(walk, effort, _known))


@checkpointed
def deepest_classes(
    n: int,
    order: ReturnOrder | str = "WL",
    splits: Collection[int] | None = None,
    effort: Effort | None = None,
) -> TranscriptTree:
    """As `transcript_tree`, but count only the positions of the deepest classes: those with the longest finite games.

    >>> tree = deepest_classes(8, "LW")
    >>> tree.deepest.turns, tree.positions
    (41, {(41, 1): 3})

    See Also
    --------
    transcript_tree, TranscriptClass, longest
    """
    refuse_hopeless(check_size(n), order, effort)
    walk = deepest_walk(n, order, splits)
    return _tree(walk, walk_trees(walk, effort, _known))


def finished_walk(
    n: int,
    order: ReturnOrder | str,
    splits: Collection[int] | None = None,
    kind: type[TranscriptClass] = TranscriptClass,
) -> Walk:
    """The walk from the finished game through classes of some kind, see `transcript_tree` and `deepest_classes`."""
    n = check_size(n)
    try:
        chosen = frozenset(int(index(split)) for split in (range(1, n + 1) if splits is None else splits))
    except TypeError:
        raise ParameterError(f"splits {shown(splits)} are not whole numbers: name some of 1 to {n}") from None
    if not chosen or not chosen <= set(range(1, n + 1)):
        raise ParameterError(f"splits {sorted(chosen)}: Left, who wins, holds 1 to {n} of {n} cards")
    return Walk((Root(kind.finished(n, order)),), chosen)


def deepest_walk(
    n: int,
    order: ReturnOrder | str,
    splits: Collection[int] | None = None,
    kind: type[TranscriptClass] = TranscriptClass,
) -> Walk:
    """The walk for the deepest classes, see `deepest_classes`."""
    walk = finished_walk(n, order, splits, kind)
    # A depth that is reached for sure spares counting positions near the root, where that takes longest.
    if is_small(walk):
        return replace(walk, rising=True)
    from wargraph.fixed_order.transcripts.forecast import sampled_depth

    return replace(walk, floor=sampled_depth(walk), rising=True)


class WalkedTrees(Campaign[Subtrees, TreeTally]):
    """The campaign that walks all trees of a walk to their ends.

    Parameters
    ----------
    walk
        Which trees.
    known_of
        What a tally says about the question, in a sentence.
    """

    hours = HOURS
    way_out = "use a smaller deck"

    def __init__(self, walk: Walk, known_of: Callable[[TreeTally], str]) -> None:
        self.walk = walk
        self.known_of = known_of
        self.forecast_before: Amount | None = None
        self._total: Total | None = None
        self._next_forecast = 0.0

    def __str__(self) -> str:
        start = self.walk.roots[0].start
        return f"n = {len(start.below)}, {start.order}"

    def pieces(self) -> list[Subtrees]:
        return whole_trees(self.walk)

    def merged(self, one: TreeTally, other: TreeTally) -> TreeTally:
        return one.merged(other)

    def amount(self) -> Amount | None:
        """The classes, with a forecast of those that are left: that takes a while, so it is not made each time."""
        if self.result is None:
            return None
        done, pieces = self.result.classes.total(), self.left()
        if not pieces:
            return Amount(done, 0, _CLASSES)
        begun, expected = monotonic(), self.amount_when_stopped()
        if begun < self._next_forecast and expected is not None and expected.left:
            return expected
        from wargraph.fixed_order.transcripts.forecast import SMALL_GENERATION, Total, forecast

        left = forecast(self.walk, pieces, generation=SMALL_GENERATION)
        if left.classes + _MOST_ERRORS * left.error > _FEW_CLASSES:
            left = forecast(self.walk, pieces)
        self._total = Total.of(done, left) if self._total is None else self._total.and_then(done, left)
        self.forecast_before = Amount(done, self._total.classes - done, _CLASSES, self._total.error)
        ended = monotonic()
        self._next_forecast = ended + _WORK_FOR_FORECAST * (ended - begun)
        return self.forecast_before

    def amount_when_stopped(self) -> Amount | None:
        """By the last forecast, less what was done since."""
        last = self.forecast_before
        if last is None or self.result is None:
            return None
        done = self.result.classes.total()
        return Amount(done, max(0.0, last.done + last.left - done), _CLASSES, last.error)

    def check(self, result: TreeTally) -> None:
        super().check(result)
        if not result.deepest:
            raise WarGraphError(f"{self}: no position was counted: please report this")

    def known(self) -> str:
        return "" if self.result is None else self.known_of(self.result)

    def next_look(self, seconds: float) -> float:
        return max(super().next_look(seconds), SECONDS_TO_FORECAST)


def refuse_hopeless(
    n: int, order: ReturnOrder | str, effort: Effort | None, kind: type[TranscriptClass] = TranscriptClass
) -> None:
    """Refuse at once, by a small forecast, a tree that could not be walked in time at a rate no machine has.

    Raises
    ------
    TooLongError
        If a billion classes a second would not do.
    """
    effort = checked_effort(effort)
    if n <= kind.largest_never_hopeless:
        return
    from wargraph.fixed_order.transcripts.forecast import SMALL_GENERATION, forecast

    walk = finished_walk(n, order, kind=kind)
    rough = forecast(walk, whole_trees(walk), generation=SMALL_GENERATION)
    classes = rough.classes - rough.error  # a single large run can make up nearly all of the estimate
    seconds, hours = classes / _HOPED_FOR_RATE, HOURS if effort.hours is None else effort.hours
    if seconds > 3600 * hours:
        amount = Amount(0, classes, _CLASSES)  # without the error, as that is taken off already
        raise too_long(WalkedTrees(walk, str), amount, seconds, "a billion a second", hours)


def walk_trees(walk: Walk, effort: Effort | None, known_of: Callable[[TreeTally], str]) -> TreeTally:
    """Walk all the trees to their ends; `known_of` says what a tally tells about the question so far.

    Raises
    ------
    TooLongError
        If the forecast exceeds the limit.
    Interrupted
        On Ctrl-C.
    """
    if not is_small(walk):
        compile_kernels()
    return WalkedTrees(walk, known_of).run(effort)


def compile_kernels() -> None:
    """Have the kernels compiled, or loaded, before time is taken and before threads wait for them."""
    from wargraph.fixed_order.transcripts.forecast import forecast
    from wargraph.fixed_order.transcripts.subtrees import walked

    smallest = finished_walk(2, ReturnOrder.WL)
    walked(smallest, 0, [b""])
    forecast(smallest, whole_trees(smallest))


def _known(tally: TreeTally) -> str:
    """What a tally that is not finished says."""
    return f"{tally.positions.total():,} positions in {tally.classes.total():,} transcript classes are counted so far"


def _tree(walk: Walk, tally: TreeTally) -> TranscriptTree:
    start = walk.roots[0].start
    by_depth_and_split = {
        name: {(turns, split): count for (_, turns, split), count in counts.items()}
        for name, counts in (("classes", tally.classes), ("positions", tally.positions))
    }
    deepest = class_at(walk, 0, tally.deepest[0])
    positions = by_depth_and_split["positions"]
    if walk.rising:
        positions = {place: count for place, count in positions.items() if place[0] == deepest.turns}
    return TranscriptTree(
        len(start.below), start.order, tuple(sorted(walk.splits)), by_depth_and_split["classes"], positions, deepest
    )
