"""Attractors: the positions from which an end of the game is reached, or can be forced, by the turns that it takes.

Layer 0 holds the ends. A position is in the next layer if a child is in an earlier one or, where the return order is
chosen against the end, if both children are. Two searches find the layers: in the arrays of a War graph
(`distances.py`), or without the graph, with two bits for each position (`retrograde.py`).
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest

from wargraph.core.position import Deals, Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser, Game, ReturnOrder, children
from wargraph.graph.positions import Positions
from wargraph.report.result import ComparedByContent

EXAMPLES = 10
"""The most examples that a result has."""


@dataclass(frozen=True)
class SearchGoal:
    """An end of the game: any end, for which both players play, or a win that a player forces against the other."""

    winner: Player | None = None
    chooser: Chooser = Chooser.WINNER
    """The player who chooses the return order of each turn, if a win is to be forced."""

    def ends(self, positions: Positions) -> list[int]:
        """Return the splits of the finished games that are meant."""
        splits = {Player.LEFT: positions.n, Player.RIGHT: 0}
        return [
            split for player, split in splits.items() if self.winner in (None, player) and split in positions.splits
        ]

    def needs_both_children(self, turn_winner: Player) -> bool:
        """Return whether the return order is chosen against this end at the turns that a player wins."""
        return self.winner is not None and self.chooser.at_turn_of(turn_winner) is not self.winner


ANY_END = SearchGoal()


@dataclass(frozen=True)
class Attractor(ComparedByContent):
    """The positions from which an end is reached or can be forced, by the number of turns."""

    relation: Relation = field(repr=False)
    positions: Positions
    exchanged: "Attractor | None" = field(default=None, kw_only=True, repr=False)
    """The attractor for deals in which Right holds card n, with the players exchanged; None if it is this one."""

    @abstractmethod
    def turns(self, position: Position) -> int | None:
        """Return the number of turns from a position to the end; None if the end is not reached."""

    def has(self, position: Position) -> bool:
        """Return whether the end is reached from a position."""
        return self.turns(position) is not None

    @abstractmethod
    def _may_take(self, position: Position, turns: int) -> bool:
        """Return whether a position may be `turns` turns from the end; finished games alone may be at 0 turns."""

    @abstractmethod
    def _sizes(self, split: int) -> Iterable[int]:
        """Return the number of positions of a split by the turns to the end, from 0 on."""

    @abstractmethod
    def _ranks(self, split: int, turns: int | None) -> Iterable[int]:
        """Return the first positions of a split, at most `EXAMPLES`, in its last layer or, for None, in no layer."""

    def starts(self, deals: Deals) -> int:
        """Count the starting positions."""
        return sum(self.positions.split_size(split) for split, _ in self.positions.starts(deals))

    def sizes(self, deals: Deals) -> list[int]:
        """Count the starting positions by the turns to the end, from 0 to the most."""
        by_split = (self._for(is_swapped)._sizes(split) for split, is_swapped in self.positions.starts(deals))
        sizes = list(map(sum, zip_longest(*by_split, fillvalue=0)))
        while sizes and not sizes[-1]:
            sizes.pop()
        return sizes

    def farthest(self, deals: Deals) -> tuple[Position, ...]:
        """Return the first starting positions of those from which the end takes the most turns, ten at most."""
        turns = len(self.sizes(deals)) - 1
        return tuple(islice(self._starts(deals, turns), EXAMPLES)) if turns >= 0 else ()

    def outside(self, deals: Deals) -> Iterator[Position]:
        """Iterate over the starting positions from which the end is not reached."""
        return self._starts(deals, None)

    def _for(self, is_swapped: bool) -> "Attractor":
        return self.exchanged if is_swapped and self.exchanged else self

    def _starts(self, deals: Deals, turns: int | None) -> Iterator[Position]:
        for split, is_swapped in self.positions.starts(deals):
            for rank in self._for(is_swapped)._ranks(split, turns):
                position = self.positions[self.positions.offsets[split] + int(rank)]
                yield position.swap() if is_swapped else position

    def game(self, position: Position, turns: int | None = None) -> Game:
        """Return a shortest game from a position under free order: only its start if no end can be reached.

        If Right holds card n on the standard deck, it is that of the players exchanged.

        >>> from wargraph import distances
        >>> [str(position) for position in distances(4).game(Position("41|32")).positions]
        ['41|32', '143|2', '43|21', '342|1', '4231|']
        """
        if position not in self.positions and position.swap() in self.positions:
            game = self.game(position.swap(), turns)
            return replace(game, positions=tuple(each.swap() for each in game.positions))
        turns = self.turns(position) if turns is None else turns
        # Depth first, as a child may only look one turn nearer where its number of turns is not known in full.
        paths: list[tuple[Position, ...]] = [(position,)]
        tried = set()
        while turns is not None and paths:
            path = paths.pop()
            left = turns - len(path) + 1
            if left == 0:
                return Game(ReturnOrder.FREE, self.relation, path)
            for child in reversed(children(path[-1], self.relation).values()):
                if (child, left) not in tried and self._may_take(child, left - 1):
                    tried.add((child, left))
                    paths.append((*path, child))
        return Game(ReturnOrder.FREE, self.relation, (position,))
