"""Transcript classes in plain Python: the reference for the kernel that walks the tree.

Cards are *labels* here, named by their place, and know nothing of their ranks. A *transcript class* is a pair of hands
of labels with a partial order: what must be higher than what for the game to run as assumed. It stands for one position
for each linear extension of the order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from wargraph.core.position import Deals, Player, Position, check_deck_size
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError
from wargraph.partial_orders.bit_rows import MOST_LABELS, unrelated, with_comparison
from wargraph.partial_orders.extensions import each_extension, extensions_of

Labels = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TranscriptClass:
    """The positions whose game runs as one transcript says: those of the standard deck, or of all tournaments.

    Attributes
    ----------
    order
        The return order.
    left, right
        The hands, top first, as labels 0..n-1.
    below
        For each label the labels known to be no higher, itself included, as bits; transitively closed, if it is so.
    winners
        The assumed winners of the turns, from the first on: ``L`` or ``R`` each.
    is_transitive
        Whether comparisons imply others, as on the standard deck. In a *tournament class* they do not.

    Examples
    --------
    The one class of length 2 that three cards have under WL, the deals in which Left wins twice:

    >>> finished = TranscriptClass.finished(3, "WL")
    >>> (before,) = finished.parents()
    >>> (earlier,) = before.parents()
    >>> earlier.left, earlier.right, earlier.winners, sorted(earlier.comparisons)
    ((1,), (0, 2), 'LL', [(1, 0), (1, 2)])

    Of the three pairs of cards two have met, so there are two tournaments with such a game:

    >>> TranscriptClass(earlier.order, earlier.left, earlier.right, earlier.below, is_transitive=False).positions
    2
    """

    order: ReturnOrder
    left: Labels
    right: Labels
    below: tuple[int, ...]
    winners: str = ""
    is_transitive: bool = True

    @classmethod
    def finished(cls, n: int, order: ReturnOrder | str, is_transitive: bool = True) -> "TranscriptClass":
        """Return the root: Left holds all n cards, and nothing is known of their ranks."""
        n = check_size(n)
        return cls(ReturnOrder.fixed(order), tuple(range(n)), (), unrelated(n), is_transitive=is_transitive)

    @property
    def turns(self) -> int:
        """Number of turns that are assumed."""
        return len(self.winners)

    @property
    def split(self) -> int:
        """Number of cards in Left's hand."""
        return len(self.left)

    @property
    def comparisons(self) -> set[tuple[int, int]]:
        """The known comparisons, as pairs (higher, lower), with all that follow by transitivity."""
        labels = range(len(self.below))
        return {(high, low) for high in labels for low in labels if high != low and self.below[high] >> low & 1}

    @property
    def positions(self) -> int:
        """The number of positions for which the class stands: one for each linear extension, or each tournament."""
        if self.is_transitive:
            return extensions_of(self.below)
        return 1 << comb(len(self.below), 2) - len(self.comparisons)

    def parents(self) -> "list[TranscriptClass]":
        """Return the classes one turn earlier: the last turn won by Left, or by Right, where that can be."""
        return [parent for winner in Player if (parent := self.parent(winner)) is not None]

    def parent(self, winner: Player) -> "TranscriptClass | None":
        """Return the class one turn earlier, that turn won by `winner`; None where there is none.

        There is none if the winner holds fewer than two cards, or if the card that must have won
        is known to be lower than the one it should have beaten.
        """
        hand = self.left if winner is Player.LEFT else self.right
        if len(hand) < 2:
            return None
        won, lost = self.order.returned(*hand[-2:])
        if self.below[lost] >> won & 1:
            return None
        if winner is Player.LEFT:
            left, right = (won, *self.left[:-2]), (lost, *self.right)
        else:
            left, right = (lost, *self.left), (won, *self.right[:-2])
        if self.is_transitive:
            below = with_comparison(self.below, won, lost)
        else:
            below = tuple(row | 1 << lost if label == won else row for label, row in enumerate(self.below))
        return TranscriptClass(self.order, left, right, below, winner.value[0] + self.winners, self.is_transitive)

    def example(self) -> Position:
        """Return one of the positions: the lowest ranks go to the first labels that may have them."""
        return next(self.all_positions())

    def all_positions(self) -> Iterator[Position]:
        """Yield all positions, that of `example` first; in a tournament class it stands for all of them."""
        every = each_extension(self.below) if self.is_transitive else [range(len(self.below))]
        for labels in every:
            rank = {label: place for place, label in enumerate(labels, start=1)}
            yield Position([rank[label] for label in self.left], [rank[label] for label in self.right])


def transcript_classes(n: int, order: ReturnOrder | str = "WL") -> Iterator[TranscriptClass]:
    """Yield all transcript classes that end with Left holding everything, one by one, in plain Python.

    From the finished game backwards, depth first, turns won by Left before turns won by Right.

    See Also
    --------
    transcripts, linear_extensions

    Examples
    --------
    >>> [(known.winners, known.split, known.positions) for known in transcript_classes(3, "WL")]
    [('', 3, 6), ('L', 2, 3), ('LL', 1, 2), ('RLL', 2, 1)]
    """
    return behind(TranscriptClass.finished(n, order))


def behind(root: TranscriptClass, never: Player | None = None) -> Iterator[TranscriptClass]:
    """Yield a class and all classes that lead to it, in the order of `transcript_classes`.

    `never` does not win the turn before the root.
    """
    open_classes = [root]
    while open_classes:
        known = open_classes.pop()
        yield known
        winners = (winner for winner in reversed(Player) if known is not root or winner is not never)
        open_classes += filter(None, map(known.parent, winners))


def check_size(n: object) -> int:
    """`n` as a deck size that transcripts can be about, or a `ParameterError`."""
    size = check_deck_size(n)
    if size > MOST_LABELS:
        raise ParameterError(f"n = {size} is too large to be counted by transcripts: use at most {MOST_LABELS} cards")
    return size


def as_start(position: Position, deals: Deals) -> Position:
    """Return a position, or the same with the players exchanged if only that counts as a start.

    >>> print(as_start(Position("1|234"), Deals.ALL), as_start(Position("3|12"), Deals.BALANCED))
    234|1 12|3
    """
    n = position.n
    counts = position.split == (n + 1) // 2 if deals is Deals.BALANCED else n in position.left
    return position if counts else position.swap()
