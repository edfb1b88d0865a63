"""The reference implementation of the game in plain Python: children, parents and whole games.

One *turn* compares the two top cards. The winner puts both cards under their own hand, in one of two *return orders*.
Where two cards draw, they stay on the table and the next two decide, and so on; the winner takes all pairs, the last
pair first, each pair in return order, where the winner's own card of a drawn pair counts as the winning card. A player
whose hand runs out in a draw has lost, and the other player takes the table; if both hands run out at once, the game is
a *tie*. A position with an empty hand is *terminal*. Under a fixed return order every other position has one child, so
a game either ends or comes back to an earlier position and is endless. Under *free order* both children are possible at
every turn; that digraph is the War graph (Bu, Dougherty-Bliss and Kenney, 2020).
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, zip_longest
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
    """The order in which the winner of a turn puts the two cards under their hand.

    ``WL``: the winning card first, then the losing card. ``LW``: the other way round. These two are *fixed*. ``FREE``:
    the return order is unrestricted, so both orders are possible at every turn.
    """

    WL = "WL"
    LW = "LW"
    FREE = "free"

    @classmethod
    def fixed(cls, order: "ReturnOrder | str") -> "ReturnOrder":
        """Return the return order with a name, or a `ParameterError` if it is neither WL nor LW.

        >>> ReturnOrder.fixed("lw")
        <ReturnOrder.LW: 'LW'>
        """
        for choice in FIXED_ORDERS:
            if isinstance(order, str) and order.casefold() == choice.casefold():
                return choice
        raise ParameterError(f"return order {shown(order)} is not possible here: use {' or '.join(FIXED_ORDERS)}")

    @property
    def choices(self) -> "tuple[ReturnOrder, ...]":
        """The fixed orders that are possible at a turn.

        >>> [str(order) for order in ReturnOrder.FREE.choices]
        ['WL', 'LW']
        """
        return FIXED_ORDERS if self is ReturnOrder.FREE else (self,)

    @property
    def is_winner_first(self) -> bool:
        """Whether a fixed order puts the winning card under the hand before the losing one."""
        return ReturnOrder.fixed(self) is ReturnOrder.WL

    def returned(self, winning: Card, losing: Card) -> tuple[Card, Card]:
        """Return the two cards of a turn in the sequence in which a fixed order puts them under the hand.

        The same exchange takes two cards as they lie under the hand back to the winning and the losing card.

        >>> ReturnOrder.LW.returned(4, 3)
        (3, 4)
        """
        return (winning, losing) if self.is_winner_first else (losing, winning)


FIXED_ORDERS = (ReturnOrder.WL, ReturnOrder.LW)
"""The return orders under which every position has at most one child."""


class Chooser(Choice):
    """The player who chooses the return order of a turn: its winner, its loser, or always the same player."""

    WINNER = "winner", "the winner of each turn"
    LOSER = "loser", "the loser of each turn"
    LEFT = "left", "Left alone"
    RIGHT = "right", "Right alone"

    def at_turn_of(self, winner: Player) -> Player:
        """Return the player who chooses at a turn, from the player who wins it.

        >>> Chooser.LOSER.at_turn_of(Player.LEFT)
        <Player.RIGHT: 'Right'>
        """
        if self in (Chooser.LEFT, Chooser.RIGHT):
            return Player.LEFT if self is Chooser.LEFT else Player.RIGHT
        return winner if self is Chooser.WINNER else winner.other

    @property
    def exchanged(self) -> "Chooser":
        """The chooser of the same game with the players exchanged.

        >>> Chooser.RIGHT.exchanged, Chooser.WINNER.exchanged
        (<Chooser.LEFT: 'left'>, <Chooser.WINNER: 'winner'>)
        """
        return {Chooser.LEFT: Chooser.RIGHT, Chooser.RIGHT: Chooser.LEFT}.get(self, self)


def turn_winner(position: Position, relation: Relation | None = None) -> Player | None:
    """Return the winner of the turn that follows a position; None if both hands run out in a draw.

    The relation says which card beats which, here and in the functions below; by default the higher card wins. A
    position that is terminal, or whose cards are not those of the relation, raises a `PositionError`.

    >>> turn_winner(Position("41|32"))
    <Player.LEFT: 'Left'>
    """
    return _turn(position, _relation_for(position, relation))[1]


def child(position: Position, order: ReturnOrder | str, relation: Relation | None = None) -> Position:
    """Return the position after one turn in which the winner returns the cards in the given order.

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
    """Return the children of a position under free order, by return order. A terminal position has none.

    >>> {str(order): str(position) for order, position in children(Position("41|32")).items()}
    {'WL': '143|2', 'LW': '134|2'}
    """
    relation = _relation_for(position, relation)
    if position.is_terminal:
        return {}
    return {order: child(position, order, relation) for order in FIXED_ORDERS}


def parents(position: Position, relation: Relation | None = None) -> list[tuple[ReturnOrder, Position]]:
    """Return the positions one turn before a position, each with the return order that leads from it to the position.

    The winner of the last turn holds its cards at the bottom of the hand, in either order. Under a tournament exactly
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
    """A game played to its end, or to the proof that it never ends.

    Attributes
    ----------
    order
        The return order; it is free for a shortest game.
    relation
        The beat relation.
    positions
        The starting position and the position after each turn. The last one is terminal if the game is finite. If the
        game is endless, it is the first position that repeats an earlier one or, under free order, the starting
        position.
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
        """Number of turns of a finite game, or number of turns of an endless game up to the repetition."""
        return len(self.positions) - 1

    @property
    def preperiod(self) -> int | None:
        """The preperiod: turns before the first position of the cycle; None if the game is finite."""
        if self.order is ReturnOrder.FREE or not self.is_endless:
            return None
        return self.positions.index(self.positions[-1])

    @property
    def cycle_length(self) -> int | None:
        """The cycle length in turns; None if the game is finite."""
        return None if self.preperiod is None else self.turns - self.preperiod

    @property
    def winner(self) -> Player | None:
        """The player who holds cards at the end; None if the game is endless or ends in a tie."""
        if self.is_endless or self.positions[-1] == TIE:
            return None
        return Player.LEFT if self.positions[-1].left else Player.RIGHT

    def rows(self) -> list[Row]:
        """Return one row for each position: ``turn, position, winner``, the winner of the turn that follows.

        Under free order ``order`` is the return order of that turn. Where cards can draw, ``pairs`` is the number of
        pairs on the table in that turn.
        """
        rows: list[Row] = []
        for turn, (position, after) in enumerate(zip_longest(self.positions, self.positions[1:])):
            pairs, winner = _turn(position, self.relation) if after else (None, None)
            row: Row = {"turn": turn, "position": self.relation.text(position)}
            row["winner"] = str(winner or "nobody") if after else None
            if self.order is ReturnOrder.FREE:
                orders = children(position, self.relation).items() if after else ()
                row["order"] = next((str(order) for order, child in orders if child == after), None)
            if self.relation.has_draws:
                row["pairs"] = pairs
            rows.append(row)
        return rows

    def _answer(self) -> str:
        return f"{self}."

    @property
    def outcome(self) -> str:
        """The outcome of the game, in a sentence."""
        if self.order is ReturnOrder.FREE:
            return "can never end" if self.is_endless else f"ends after {counted(self.turns, 'turn')} at the earliest"
        if self.is_endless:
            return (
                f"never ends: after turn {self.turns} the position of turn {self.preperiod} recurs, "
                f"a cycle of {self.cycle_length} turns"
            )
        how = f"{self.winner} wins" if self.winner else "a tie"
        return f"{how} after {counted(self.turns, 'turn')}"

    def __str__(self) -> str:
        order = "free order" if self.order is ReturnOrder.FREE else self.order
        return f"{self.relation.text(self.positions[0])} under {order}: {self.outcome}"


def play(position: Position, order: ReturnOrder | str = ReturnOrder.WL, relation: Relation | None = None) -> Game:
    """Play one game turn by turn, to its end or to the proof that it never ends.

    Under a fixed return order the game is deterministic, so a game that comes back to a position repeats forever: the
    repetition proves that it is endless. Under free order the result is a shortest game, in which both players help to
    end it: the first in breadth-first order, where WL comes before LW. It holds the starting position alone if no
    terminal position can be reached; a search that visits more than a million positions is given up.

    >>> print(play(Position("41|32"), "WL"))
    41|32 under WL: Left wins after 4 turns
    >>> print(play(Position("2|13"), "LW"))
    2|13 under LW: never ends: after turn 2 the position of turn 0 recurs, a cycle of 2 turns
    >>> [str(position) for position in play(Position("41|32"), "free").positions]
    ['41|32', '143|2', '43|21', '342|1', '4231|']
    """
    order, relation = ReturnOrder(order), _relation_for(position, relation)
    if order is ReturnOrder.FREE:
        return Game(order, relation, _shortest_path(position, relation))
    path: dict[Position, None] = {}
    while position not in path and not position.is_terminal:
        path[position] = None
        position = child(position, order, relation)
    return Game(order, relation, (*path, position))


def _shortest_path(position: Position, relation: Relation) -> tuple[Position, ...]:
    """Return the positions of a shortest game under free order; only the start if no terminal can be reached."""
    came_from = {position: position}
    queue = deque([position])
    while queue:
        last = queue.popleft()
        if last.is_terminal:
            path = [last]
            while path[-1] != position:
                path.append(came_from[path[-1]])
            return tuple(reversed(path))
        for after in children(last, relation).values():
            if after not in came_from:
                came_from[after] = last
                queue.append(after)
        if len(came_from) > _MOST_SEARCHED:
            raise TooLargeError(
                f"the search from {position} met more than {_MOST_SEARCHED:,} positions before an end: use fewer cards"
            )
    return (position,)


def _turn(position: Position, relation: Relation) -> tuple[int, Player | None]:
    """Return the number of pairs on the table in the next turn, and the player who wins them; None for a tie."""
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
    """Yield the cards on the table in the sequence in which the winner returns them, the last pair first."""
    for pair in zip(reversed(own), reversed(other), strict=True):
        yield from order.returned(*pair)


def _undone(position: Position, order: ReturnOrder, has_draws: bool) -> Iterator[Position]:
    """Yield the positions that may precede one in which Left, or Right, won the turn with this return order."""
    for pairs in range(1, (position.n // 2 if has_draws else 1) + 1):
        for after in (position, position.swap()):  # the winner is Left of each
            if after.split >= 2 * pairs:
                kept, table = after.left[: -2 * pairs], after.left[-2 * pairs :]
                laid = [order.returned(*table[place : place + 2]) for place in reversed(range(0, len(table), 2))]
                winning, losing = zip(*laid, strict=True)
                before = Position(winning + kept, losing + after.right)
                yield before if after is position else before.swap()


def _drawn_out(relation: Relation) -> Iterator[Position]:
    """Yield the positions in which every card meets a card that it draws with, so that both hands run out."""
    for word in permutations(range(1, relation.n + 1)):
        left, right = word[::2], word[1::2]
        if len(left) == len(right) and not any(map(relation.winner, left, right)):
            yield Position(left, right)


def _relation_for(position: Position, relation: Relation | None) -> Relation:
    if relation is None:
        relation = Relation.order(max(1, position.n) if isinstance(position, Position) else 1)
    relation = Relation.of(relation)
    relation.checked(position)
    return relation
