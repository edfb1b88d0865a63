"""The transcript tree itself: how many classes and positions it has, by depth and split."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.transcripts.engine import finished_walk, refuse_hopeless, walk_trees
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.fixed_order.transcripts.walk import TreeTally, Walk, class_at
from wargraph.report.result import Result, Row


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


@checkpointed
def transcript_tree(
    n: int,
    order: ReturnOrder | str = "WL",
    splits: Collection[int] | None = None,
    run_options: RunOptions | None = None,
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
    run_options
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint.

    Returns
    -------
    The result, with numbers of classes and positions by (turns, split).

    Raises
    ------
    TooLongError
        If the walk is forecast to take longer than `run_options` allows.
    TooLargeError
        If the positions of a class cannot be counted in little memory.
    Interrupted
        On Ctrl-C, with what is known so far.

    See Also
    --------
    transcript_classes, tree_picture

    Examples
    --------
    >>> tree = transcript_tree(5, "WL", splits=[3])
    >>> sum(tree.classes.values()), tree.deepest.turns, str(tree.deepest.example())
    (25, 8, '325|41')
    """
    walk = finished_walk(n, order, splits)
    return _tree(walk, run_options)


@checkpointed
def deepest_classes(
    n: int,
    order: ReturnOrder | str = "WL",
    splits: Collection[int] | None = None,
    run_options: RunOptions | None = None,
) -> TranscriptTree:
    """As `transcript_tree`, but count only the positions of the deepest classes: those with the longest finite games.

    >>> tree = deepest_classes(8, "LW")
    >>> tree.deepest.turns, tree.positions
    (41, {(41, 1): 3})
    """
    return _tree(replace(finished_walk(n, order, splits), rising=True), run_options)


def _known(tally: TreeTally) -> str:
    """What a tally that is not finished says."""
    return f"{tally.positions.total():,} positions in {tally.classes.total():,} transcript classes are counted so far"


def _tree(walk: Walk, run_options: RunOptions | None) -> TranscriptTree:
    refuse_hopeless(walk, run_options)
    tally = walk_trees(walk, run_options, _known)
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
