"""The transcript tree itself: how many classes and positions it has, by depth and split."""

from dataclasses import dataclass, field

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.transcripts.engine import deepest_class, finished_tree, walk_finished
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.fixed_order.transcripts.tally import TreeTally
from wargraph.report.result import Result, Row, row_of


@dataclass(frozen=True)
class TranscriptTree(Result):
    """The transcript classes of the finished game on n cards, by depth and split.

    Attributes
    ----------
    n, order
        What was walked.
    classes
        Number of classes, by (turns, split).
    positions
        Number of positions in them, by (turns, split).
    deepest
        The first of the deepest classes.
    """

    n: int
    order: ReturnOrder
    classes: dict[tuple[int, int], int] = field(repr=False)
    positions: dict[tuple[int, int], int] = field(repr=False)
    deepest: TranscriptClass = field(repr=False)

    _question = ("n", "order")

    def rows(self) -> list[Row]:
        """Return rows ``n, order, turns, split, classes, positions``."""
        question = row_of(self, *self._question)
        return [
            question | {"turns": turns, "split": split, "classes": count, "positions": self.positions[turns, split]}
            for (turns, split), count in sorted(self.classes.items())
        ]


@checkpointed(order=ReturnOrder)
def transcripts(n: int, order: ReturnOrder | str = "WL", run_options: RunOptions | None = None) -> TranscriptTree:
    """Count the transcript classes that end with Left holding everything, and the positions they stand for.

    There are at most 32 cards; the parameters are those of `lengths`.

    Raises
    ------
    TooLongError
        If the walk is forecast to take longer than `run_options` allows.
    TooLargeError
        If the positions of a class cannot be counted in little memory.

    See Also
    --------
    transcript_classes, tree_picture

    Examples
    --------
    >>> tree = transcripts(5, "WL")
    >>> sum(tree.classes.values()), tree.deepest.turns, str(tree.deepest.example())
    (25, 9, '1325|4')
    """
    tree = finished_tree(n, order)
    tally = walk_finished(tree, run_options, _known)
    deepest = deepest_class([tree], tally)
    return TranscriptTree(tree.n, deepest.order, tally.classes, tally.positions, deepest)


def _known(tally: TreeTally) -> str:
    """Describe a tally that is not finished."""
    return f"{tally.positions.total():,} positions in {tally.total:,} transcript classes are counted so far"
