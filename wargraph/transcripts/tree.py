"""Walk transcript trees as a campaign: count classes and positions, with a forecast, a limit and progress."""

from collections.abc import Callable, Collection
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from math import ceil
from numbers import Real
from operator import index

from wargraph.campaign.run import Progress, run
from wargraph.errors import ParameterError, TooLongError, shown
from wargraph.results import Result, Row
from wargraph.rules import Player, ReturnOrder
from wargraph.transcripts.forecast import SMALL_GENERATION, forecast, sampled_depth
from wargraph.transcripts.symbolic import TranscriptClass, check_size
from wargraph.transcripts.walk import Path, Root, Subtrees, Tally, Walk
from wargraph.wording import HOURS_OF_A_YEAR, duration

HOURS = 1.0
"""How long a walk may take, by the forecast, unless it is told otherwise."""

_LARGEST_NEVER_HOPELESS = 15
_HOPED_FOR_RATE = 1e9
_SECONDS_TO_FIRST_FORECAST = 2.0
_SECONDS_BETWEEN_FORECASTS = 20.0


@dataclass(frozen=True)
class TreeProgress:
    """How far a walk is.

    Attributes
    ----------
    n, order
        What is walked.
    tally
        What has been counted.
    seconds
        Time since the start.
    classes_left, error
        Estimate of the classes that are left, and its standard error.
    """

    n: int
    order: ReturnOrder
    tally: Tally
    seconds: float
    classes_left: float
    error: float

    @property
    def classes(self) -> int:
        """Number of classes walked so far."""
        return self.tally.classes.total()

    @property
    def seconds_left(self) -> float:
        """The time that the rest will take at the rate so far."""
        return self.seconds * self.classes_left / max(1, self.classes)

    def __str__(self) -> str:
        """How far it is, in a few words."""
        share = self.classes / (self.classes + self.classes_left)
        return (
            f"{share:.0%} of about {self.classes + self.classes_left:.2g} transcript classes, "
            f"{duration(self.seconds_left)} left"
        )


@dataclass(frozen=True)
class Effort:
    """Who works, for how long, and who is told.

    Attributes
    ----------
    executor
        Any executor of the `concurrent.futures` interface; threads on all cores if None.
    hours
        The walk is refused if the forecast says that it takes longer.
    watch
        Told how far the walk is, as a `TreeProgress`: after two seconds, then every 20 seconds, later more seldom.
    """

    executor: Executor | None = None
    hours: float = HOURS
    watch: Callable[[TreeProgress], None] | None = None

    def __post_init__(self) -> None:
        if not (isinstance(self.hours, Real) and self.hours > 0):
            raise ParameterError(f"hours = {shown(self.hours)}: the time a walk may take must be a number above 0")
        if self.executor is not None and not hasattr(self.executor, "submit"):
            raise ParameterError(f"executor {shown(self.executor)} is none: use one of concurrent.futures, or None")
        if self.watch is not None and not callable(self.watch):
            raise ParameterError(
                f"watch {shown(self.watch)} cannot be called: use a function of a TreeProgress, or None"
            )


DEFAULT_EFFORT = Effort()


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


def transcript_tree(
    n: int,
    order: ReturnOrder | str = "WL",
    splits: Collection[int] | None = None,
    effort: Effort = DEFAULT_EFFORT,
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

    Examples
    --------
    >>> tree = transcript_tree(5, "WL", splits=[3])
    >>> sum(tree.classes.values()), tree.deepest.turns, str(tree.deepest.example())
    (25, 8, '325|41')
    """
    walk = finished_walk(n, order, splits)
    refuse_hopeless(n, order, effort)
    return _tree(walk, walk_trees(walk, effort))


def deepest_classes(
    n: int,
    order: ReturnOrder | str = "WL",
    splits: Collection[int] | None = None,
    effort: Effort = DEFAULT_EFFORT,
) -> TranscriptTree:
    """As `transcript_tree`, but count only the positions of the deepest classes: those with the longest finite games.

    >>> tree = deepest_classes(8, "LW")
    >>> tree.deepest.turns, tree.positions
    (41, {(41, 1): 3})
    """
    walk = finished_walk(n, order, splits)
    refuse_hopeless(n, order, effort)
    # A depth that is reached for sure spares counting positions near the root, where that takes longest.
    walk = replace(walk, floor=sampled_depth(walk), rising=True)
    return _tree(walk, walk_trees(walk, effort))


def finished_walk(n: int, order: ReturnOrder | str, splits: Collection[int] | None = None) -> Walk:
    """The walk from the finished game, see `transcript_tree` and `deepest_classes`."""
    n = check_size(n)
    try:
        counted = frozenset(int(index(split)) for split in (range(1, n + 1) if splits is None else splits))
    except TypeError:
        raise ParameterError(f"splits {shown(splits)} are not whole numbers: name some of 1 to {n}") from None
    if not counted or not counted <= set(range(1, n + 1)):
        raise ParameterError(f"splits {sorted(counted)}: Left, who wins, holds 1 to {n} of {n} cards")
    return Walk((Root(TranscriptClass.finished(n, order)),), counted)


def refuse_hopeless(n: int, order: ReturnOrder | str, effort: Effort) -> None:
    """Refuse at once, by a small forecast, a tree that could not be walked in time at a rate no machine has.

    Raises
    ------
    TooLongError
        If a billion classes a second would not do.
    """
    _check_effort(effort)
    if n <= _LARGEST_NEVER_HOPELESS:
        return
    walk = finished_walk(n, order)
    rough = forecast(walk, walk.pieces(), generation=SMALL_GENERATION)
    classes = rough.classes - rough.error  # a single large run can make up nearly all of the estimate
    seconds = classes / _HOPED_FOR_RATE
    if seconds > 3600 * effort.hours:
        raise TooLongError(_refusal(n, walk.roots[0].start.order, classes, seconds, "a billion a second", effort.hours))


def _check_effort(effort: Effort) -> None:
    if not isinstance(effort, Effort):
        raise ParameterError(f"effort {shown(effort)} is not an Effort: use Effort(executor, hours), or leave it out")


def walk_trees(walk: Walk, effort: Effort) -> Tally:
    """Walk all the trees to their ends.

    Raises
    ------
    TooLongError
        If the forecast exceeds the limit.
    Interrupted
        On Ctrl-C; its progress holds the tally so far.
    """
    _check_effort(effort)
    compile_kernels()
    return run(walk, walk.pieces(), Tally.merged, effort.executor, _Watcher(walk, effort))


class _Watcher:
    """Forecasts now and then what is left, refuses what takes too long, and passes the progress on."""

    def __init__(self, walk: Walk, effort: Effort) -> None:
        self.walk = walk
        self.effort = effort
        self.next_forecast = _SECONDS_TO_FIRST_FORECAST
        self.is_first = True

    def __call__(self, progress: Progress[Subtrees, Tally]) -> None:
        if progress.seconds < self.next_forecast or progress.result is None:
            return
        left = forecast(self.walk, progress.pieces)
        self.next_forecast = progress.seconds + max(_SECONDS_BETWEEN_FORECASTS, progress.seconds / 5)
        start = self.walk.roots[0].start
        known = TreeProgress(len(start.below), start.order, progress.result, progress.seconds, left.classes, left.error)
        if self.is_first and known.seconds_left > 3600 * self.effort.hours:
            how_fast = "the rate of this machine"
            raise TooLongError(
                _refusal(known.n, known.order, known.classes_left, known.seconds_left, how_fast, self.effort.hours)
            )
        self.is_first = False
        if self.effort.watch is not None:
            self.effort.watch(known)


def compile_kernels() -> None:
    """Have the kernels compiled, or loaded, before time is taken and before threads wait for them."""
    smallest = finished_walk(2, ReturnOrder.WL)
    smallest(smallest.pieces()[0])
    forecast(smallest, smallest.pieces())


def _tree(walk: Walk, tally: Tally) -> TranscriptTree:
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


def class_at(walk: Walk, root: int, path: Path) -> TranscriptClass:
    """The class that a path leads to, by the plain rules."""
    known = walk.roots[root].start
    for step in path:
        before = known.parent(Player.RIGHT if step else Player.LEFT)
        assert before is not None
        known = before
    return known


def _refusal(n: int, order: ReturnOrder, classes: float, seconds: float, how_fast: str, hours: float) -> str:
    needed = seconds / 3600
    more = "" if needed > HOURS_OF_A_YEAR else f", or allow more (--hours {ceil(2 * needed)})"
    allowed = f"{hours:g} hour{'' if hours == 1 else 's'}"
    return (
        f"n = {n}, {order}: about {classes:.0e} transcript classes are left to walk, some {duration(seconds)} at "
        f"{how_fast}, more than the {allowed} allowed: "
        f"use a smaller deck{more}"
    )
