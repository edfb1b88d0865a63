"""The game in plain Python: children, parents, play-out. The reference for every kernel.

One *turn* compares the two top cards; the winner puts both under the own hand, in one of two
*return orders*. Where cards can draw, they stay on the table and the next two decide, and so on;
the winner takes all, last pair first, each pair in return order, a drawn one with the own card for
the winner's. A hand that runs out in a draw has lost, and the other player takes the table; both at
once, it is a *tie*. A position with an empty hand is *terminal*. Under a fixed return order every
other position has one child, so a game either ends or comes back to an earlier position and is
endless. Under *free order* both children are open at every turn; that digraph is the War graph
(Bu, Dougherty-Bliss and Kenney, 2020).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import TypeVar

from wargraph.core.enums import Choice
from wargraph.core.position import TIE, Hand, Player, Position
from wargraph.core.relation import Relation
from wargraph.errors import ParameterError, PositionError, TooLargeError, shown
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row

Card = TypeVar("Card")

_MOST_SEARCHED = 10**6


class ReturnOrder(Choice):
    """How the winner of a turn puts the two cards under the pile.

    ``WL``: the winner's card first, then the loser's. ``LW``: the other way round. These are *fixed*. ``FREE``: both
    are open at every turn.
    """

    WL = "WL"
    LW = "LW"
    FREE = "free"

    @classmethod
    def fixed(cls, order: "ReturnOrder | str") -> "ReturnOrder":
        """A return order where free order is none.

        Raises
        ------
        ParameterError
            If it is not WL or LW.

        Examples
        --------
        >>> ReturnOrder.fixed("lw")
        <ReturnOrder.LW: 'LW'>
        """
        for choice in FIXED_ORDERS:
            if isinstance(order, str) and order.casefold() == choice.casefold():
                return choice
        raise ParameterError(f"return order {shown(order)} is not possible here: use {' or '.join(FIXED_ORDERS)}")

    @property
    def choices(self) -> "tuple[ReturnOrder, ...]":
        """The fixed orders that are open at a turn.

        >>> [str(order) for order in ReturnOrder.FREE.choices]
        ['WL', 'LW']
        """
        return FIXED_ORDERS if self is ReturnOrder.FREE else (self,)

    def returned(self, winning: Card, losing: Card) -> tuple[Card, Card]:
        """The two cards of a turn as a fixed order puts them under the pile.

        >>> ReturnOrder.LW.returned(4, 3)
        (3, 4)
        """
        return (winning, losing) if ReturnOrder.fixed(self) is ReturnOrder.WL else (losing, winning)

    def undone(self, pair: tuple[Card, ...]) -> tuple[Card, Card]:
        """The winning and the losing card of a turn whose cards lie so under the pile.

        >>> ReturnOrder.LW.undone((3, 4))
        (4, 3)
        """
        first, second = pair
        return self.returned(first, second)


FIXED_ORDERS = (ReturnOrder.WL, ReturnOrder.LW)
"""The return orders that leave nothing open."""


class Chooser(Choice):
    """Who chooses the return order of a turn: its winner, its loser, or the same player always."""

    WINNER = "winner"
    LOSER = "loser"
    LEFT = "left"
    RIGHT = "right"

    def at_turn_of(self, winner: Player) -> Player:
        """Who chooses at a turn that somebody wins.

        >>> Chooser.LOSER.at_turn_of(Player.LEFT)
        <Player.RIGHT: 'Right'>
        """
        if self in (Chooser.LEFT, Chooser.RIGHT):
            return Player.LEFT if self is Chooser.LEFT else Player.RIGHT
        return winner if self is Chooser.WINNER else winner.other

    @property
    def exchanged(self) -> "Chooser":
        """Who chooses when the players are exchanged.

        >>> Chooser.RIGHT.exchanged, Chooser.WINNER.exchanged
        (<Chooser.LEFT: 'left'>, <Chooser.WINNER: 'winner'>)
        """
        return {Chooser.LEFT: Chooser.RIGHT, Chooser.RIGHT: Chooser.LEFT}.get(self, self)

    @property
    def display(self) -> str:
        """Who that is, within a sentence."""
        return f"the {self} of each turn" if self in (Chooser.WINNER, Chooser.LOSER) else f"{self.capitalize()} alone"


def turn_winner(position: Position, relation: Relation | None = None) -> Player | None:
    """Who wins the turn that `position` is about to see; None if both hands run out in a draw.

    Parameters
    ----------
    position
        A position with cards in both hands.
    relation
        Who beats whom; the standard order if left out.

    Raises
    ------
    PositionError
        If the position is terminal, or its cards are not those of the relation.

    Examples
    --------
    >>> turn_winner(Position("41|32"))
    <Player.LEFT: 'Left'>
    """
    return _turn(position, _relation_for(position, relation))[1]


def child(position: Position, order: ReturnOrder | str, relation: Relation | None = None) -> Position:
    """The position after one turn in which the winner returns the cards in the given order.

    >>> print(child(Position("41|32"), "WL"), child(Position("41|32"), "LW"))
    143|2 134|2
    """
    order = ReturnOrder.fixed(order)
    pairs, winner = _turn(position, _relation_for(position, relation))
    left, right = position.left, position.right
    if winner is None:
        return TIE
    if winner is Player.LEFT:
        return Position((*left[pairs:], *_table(order, left[:pairs], right[:pairs])), right[pairs:])
    return Position(left[pairs:], (*right[pairs:], *_table(order, right[:pairs], left[:pairs])))


def children(position: Position, relation: Relation | None = None) -> dict[ReturnOrder, Position]:
    """The children of a position under free order, by return order. A terminal has none.

    >>> {str(order): str(position) for order, position in children(Position("41|32")).items()}
    {'WL': '143|2', 'LW': '134|2'}
    """
    relation = _relation_for(position, relation)
    if position.is_terminal:
        return {}
    return {order: child(position, order, relation) for order in FIXED_ORDERS}


def parents(position: Position, relation: Relation | None = None) -> list[tuple[ReturnOrder, Position]]:
    """The positions one turn before `position`, each with the return order that leads here.

    The last turn's winner holds its cards at the bottom, in either order. With a tournament these are two, and exactly
    one of the two orders is possible for each player, so there are at most two parents.

    >>> [(str(order), str(parent)) for order, parent in parents(Position("413|2"))]
    [('LW', '34|12')]
    """
    relation = _relation_for(position, relation)
    return [
        (order, before)
        for order in FIXED_ORDERS
        for before in (_drawn_out(relation) if position == TIE else _undone(position, order, relation.has_draws))
        if child(before, order, relation) == position
    ]


@dataclass(frozen=True, slots=True)
class Game(Result):
    """A game played to its end, or to the proof that it has none.

    Attributes
    ----------
    order, relation
        The rules it was played under; the order is free for a shortest game.
    positions
        The start and the position after each turn. A finite game closes with a terminal; an
        endless one with the first position that had been seen before, or under free order with
        its start.
    """

    order: ReturnOrder
    relation: Relation
    positions: tuple[Position, ...]

    @property
    def is_endless(self) -> bool:
        """Whether the game runs into a cycle."""
        return not self.positions[-1].is_terminal

    @property
    def turns(self) -> int:
        """Number of turns of a finite game; of an endless one, turns played to the repetition."""
        return len(self.positions) - 1

    @property
    def entry(self) -> int | None:
        """Turns before the first position of the cycle; None if the game is finite."""
        if self.order is ReturnOrder.FREE or not self.is_endless:
            return None
        return self.positions.index(self.positions[-1])

    @property
    def period(self) -> int | None:
        """Length of the cycle in turns; None if the game is finite."""
        return None if self.entry is None else self.turns - self.entry

    @property
    def winner(self) -> Player | None:
        """Who holds cards in the end; None if the game is endless, or ends in a tie."""
        if self.is_endless or self.positions[-1] == TIE:
            return None
        return Player.LEFT if self.positions[-1].left else Player.RIGHT

    def rows(self) -> list[Row]:
        """One row a position: ``turn, position, winner``, the winner of the turn that follows.

        Under free order ``order`` is the one that is taken then. Where cards can draw, ``pairs`` counts those that lie
        on the table in that turn.
        """
        return [
            {
                "turn": turn,
                "position": self.relation.text(position),
                **self._told(turn),
            }
            for turn, position in enumerate(self.positions)
        ]

    def _answer(self) -> str:
        return f"{self}."

    def _told(self, turn: int) -> dict[str, object]:
        """What a row tells of the turn that follows."""
        position, is_last = self.positions[turn], turn == self.turns
        pairs, winner = (None, None) if is_last else _turn(position, self.relation)
        told: dict[str, object] = {"winner": None if is_last else str(winner or "nobody")}
        if self.order is ReturnOrder.FREE:
            after = {} if is_last else children(position, self.relation)
            taken = (str(order) for order, child in after.items() if child == self.positions[turn + 1])
            told["order"] = next(taken, None)
        return {**told, "pairs": pairs} if self.relation.has_draws else told

    @property
    def outcome(self) -> str:
        """How the game comes out, in a sentence."""
        if self.order is ReturnOrder.FREE:
            return "can never end" if self.is_endless else f"ends after {counted(self.turns, 'turn')} at the earliest"
        if self.is_endless:
            return (
                f"endless: the position after turn {self.turns} is that after turn {self.entry}, "
                f"a cycle of {self.period} turns"
            )
        how = f"{self.winner} wins" if self.winner else "a tie"
        return f"{how} after {counted(self.turns, 'turn')}"

    def __str__(self) -> str:
        order = "free order" if self.order is ReturnOrder.FREE else self.order
        return f"{self.relation.text(self.positions[0])} under {order}: {self.outcome}"


def play(position: Position, order: ReturnOrder | str = ReturnOrder.WL, relation: Relation | None = None) -> Game:
    """Play one game turn by turn, to its end or to the proof that it has none.

    Under a fixed return order the game is deterministic, so a game that comes back to a position goes round for ever:
    the repetition is the proof that it is endless. Under free order the game is a shortest one, in which both players
    help to end it.

    Parameters
    ----------
    position
        Where the game starts.
    order
        `WL`, `LW` or `free`.
    relation
        Who beats whom; by default the higher card.

    Returns
    -------
    Game
        The positions of the game. Under free order it is the first shortest game in breadth-first order, WL before
        LW; its only position is the start where no terminal can be reached.

    Raises
    ------
    TooLargeError
        If the search for a shortest game meets more than a million positions before it reaches an end.

    Examples
    --------
    >>> print(play(Position("41|32"), "WL"))
    41|32 under WL: Left wins after 4 turns
    >>> print(play(Position("2|13"), "LW"))
    2|13 under LW: endless: the position after turn 2 is that after turn 0, a cycle of 2 turns
    >>> [str(position) for position in play(Position("41|32"), "free").positions]
    ['41|32', '143|2', '43|21', '342|1', '4231|']
    """
    order, relation = ReturnOrder(order), _relation_for(position, relation)
    if order is ReturnOrder.FREE:
        return Game(order, relation, _shortest_path(position, relation))
    path, seen = [position], {position}
    while not path[-1].is_terminal:
        following = child(path[-1], order, relation)
        path.append(following)
        if following in seen:
            break
        seen.add(following)
    return Game(order, relation, tuple(path))


def _shortest_path(position: Position, relation: Relation) -> tuple[Position, ...]:
    """The positions of a shortest game under free order; the start alone where no terminal can be reached."""
    came_from: dict[Position, Position | None] = {position: None}
    layer = [position]
    while layer:
        if len(came_from) > _MOST_SEARCHED:
            raise TooLargeError(
                f"the search from {position} met more than {_MOST_SEARCHED:,} positions before an end: use fewer cards"
            )
        following = []
        for current in layer:
            if current.is_terminal:
                return _path_to(current, came_from)
            for after in children(current, relation).values():
                if after not in came_from:
                    came_from[after] = current
                    following.append(after)
        layer = following
    return (position,)


def _turn(position: Position, relation: Relation) -> tuple[int, Player | None]:
    """How many pairs lie on the table in the turn that follows, and who takes them; None if it is a tie."""
    if position.is_terminal:
        raise PositionError(f"position {position} is terminal: no turn follows")
    left, right = position.left, position.right
    for pairs, cards in enumerate(zip(left, right, strict=False), start=1):
        winner = relation.winner(*cards)
        if winner is not None:
            return pairs, winner
    pairs = min(len(left), len(right))
    if len(left) == len(right):
        return pairs, None
    return pairs, Player.LEFT if len(left) > pairs else Player.RIGHT


def _table(order: ReturnOrder, own: Hand, other: Hand) -> Iterator[int]:
    """The cards on the table as the winner, whose `own` are, returns them: last pair first."""
    for pair in zip(reversed(own), reversed(other), strict=True):
        yield from order.returned(*pair)


def _undone(position: Position, order: ReturnOrder, has_draws: bool) -> Iterator[Position]:
    """What may have stood before the last turn if Left, or Right, won it and returned the cards in `order`."""
    left, right = position.left, position.right
    for pairs in range(1, (position.n // 2 if has_draws else 1) + 1):
        if len(left) >= 2 * pairs:
            winning, losing = _untabled(order, left[-2 * pairs :])
            yield Position(winning + left[: -2 * pairs], losing + right)
        if len(right) >= 2 * pairs:
            winning, losing = _untabled(order, right[-2 * pairs :])
            yield Position(losing + left, winning + right[: -2 * pairs])


def _untabled(order: ReturnOrder, table: Hand) -> tuple[Hand, Hand]:
    """The winner's cards and the loser's, top card first, of a turn whose cards lie so under the pile."""
    pairs = [order.undone(table[place : place + 2]) for place in range(0, len(table), 2)]
    return tuple(winning for winning, _ in reversed(pairs)), tuple(losing for _, losing in reversed(pairs))


def _drawn_out(relation: Relation) -> Iterator[Position]:
    """The positions in which every card meets one that it draws with, so that both hands run out."""

    def continued(left: Hand, right: Hand) -> Iterator[Position]:
        if len(left + right) == relation.n:
            yield Position(left, right)
        rest = set(range(1, relation.n + 1)).difference(left, right)
        for one, other in permutations(sorted(rest), 2):
            if relation.winner(one, other) is None:
                yield from continued((*left, one), (*right, other))

    return continued((), ())


def _path_to(last: Position, came_from: dict[Position, Position | None]) -> tuple[Position, ...]:
    path = [last]
    while (before := came_from[path[-1]]) is not None:
        path.append(before)
    return tuple(reversed(path))


def _relation_for(position: Position, relation: Relation | None) -> Relation:
    if relation is None:
        relation = Relation.order(max(1, position.n) if isinstance(position, Position) else 1)
    relation = Relation.of(relation)
    relation.checked(position)
    return relation
