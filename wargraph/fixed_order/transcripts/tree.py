"""The transcript tree itself: how many classes and positions it has, by depth and split."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

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
    n, order, splits
        What was walked, and the numbers of cards in Left's hand for which positions were counted.
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

    _question = ("n", "order")

    def rows(self) -> list[Row]:
        """Return rows ``n, order, turns, split, classes, positions``."""
        question = row_of(self, *self._question)
        return [
            question
            | {"turns": turns, "split": split, "classes": count, "positions": self.positions.get((turns, split))}
            for (turns, split), count in sorted(self.classes.items())
        ]


@checkpointed(order=ReturnOrder)
def transcripts(
    n: int,
    order: ReturnOrder | str = "WL",
    splits: Collection[int] | None = None,
    run_options: RunOptions | None = None,
    only_deepest: bool = False,
) -> TranscriptTree:
    """Count the transcript classes that end with Left holding everything, and the positions they stand for.

    There are at most 32 cards; the parameters are those of `lengths`, and:

    Parameters
    ----------
    splits
        Numbers of cards in Left's hand for which positions are counted; all if left out.
    only_deepest
        Whether to count only the positions of the deepest classes, those with the longest finite games.

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
    >>> tree = transcripts(5, "WL", splits=[3])
    >>> sum(tree.classes.values()), tree.deepest.turns, str(tree.deepest.example())
    (25, 8, '325|41')
    >>> transcripts(8, "LW", only_deepest=True).positions
    {(41, 1): 3}
    """
    tree = replace(finished_tree(n, order, splits), rising=only_deepest)
    tally = walk_finished(tree, run_options, _known)
    deepest = deepest_class([tree], tally)
    classes, positions = (
        {(turns, split): count for split in sorted(counts) for turns, count in sorted(counts[split].items())}
        for counts in (tally.classes, tally.positions)
    )
    if only_deepest:
        positions = {place: count for place, count in positions.items() if place[0] == deepest.turns}
    return TranscriptTree(tree.n, deepest.order, tuple(sorted(tree.splits)), classes, positions, deepest)


def _known(tally: TreeTally) -> str:
    """Describe a tally that is not finished."""
    positions = sum(by_turns.total() for by_turns in tally.positions.values())
    return f"{positions:,} positions in {tally.total:,} transcript classes are counted so far"
