"""One game of the contest, played as well as it can be: who can win wins as soon as possible, who cannot holds out."""

from dataclasses import dataclass, field, replace
from itertools import zip_longest

from wargraph.core.position import Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import FIXED_ORDERS, Chooser, ReturnOrder, children, turn_winner
from wargraph.graph.attractors.attractor import SearchGoal
from wargraph.graph.attractors.retrograde import attractor
from wargraph.graph.war_graph import relation_of
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class ContestGame(Result):
    """A game in which the return orders are chosen, and both players choose as well as they can.

    Attributes
    ----------
    relation : Relation
        The beat relation.
    chooser : Chooser
        The player who chooses the return order of each turn.
    positions : tuple of Position
        The start and the position after each turn, up to a finished game or the first position that repeats.
    orders : tuple of ReturnOrder
        The return order that is chosen at each turn.
    forced_by : Player or None
        The player who can force a win from the start; None if neither can.
    """

    relation: Relation = field(repr=False)
    chooser: Chooser
    positions: tuple[Position, ...]
    orders: tuple[ReturnOrder, ...]
    forced_by: Player | None

    @property
    def turns(self) -> int:
        """Number of turns that are played."""
        return len(self.orders)

    @property
    def preperiod(self) -> int | None:
        """Turns before the first position that comes back; None if the game ends."""
        return None if self.positions[-1].is_terminal else self.positions.index(self.positions[-1])

    @property
    def outcome(self) -> str:
        """The outcome of the game, in a sentence."""
        if self.forced_by:
            return f"{self.forced_by} forces a win in {counted(self.turns, 'turn')} at most"
        if self.preperiod is None:
            return f"nobody can force a win: a tie after {counted(self.turns, 'turn')}"
        return (
            f"nobody can force a win: the game never ends, the position after turn {self.turns} is that after turn "
            f"{self.preperiod}"
        )

    def rows(self) -> list[Row]:
        """Return the game: rows ``turn, position, winner, chooser, order``, the last three of the turn that follows."""
        rows: list[Row] = []
        for turn, (position, order) in enumerate(zip_longest(self.positions, self.orders)):
            winner = turn_winner(position, self.relation) if order else None
            rows.append(
                {
                    "turn": turn,
                    "position": self.relation.text(position),
                    "winner": order and str(winner or "nobody"),
                    "chooser": winner and str(self.chooser.at_turn_of(winner)),
                    "order": order and str(order),
                }
            )
        return rows

    def _answer(self) -> str:
        return f"{self}."

    def __str__(self) -> str:
        return f"{self.relation.text(self.positions[0])}, {self.chooser.meaning} choosing: {self.outcome}"


def play_contest(
    position: Position, chooser: Chooser | str = "winner", relation: Relation | None = None
) -> ContestGame:
    """Play a game in which the return orders are chosen, with best play by both players.

    A player who can force a win does so as soon as possible. A player who cannot keeps the game going as long as
    possible. Of two return orders that are equally good, WL is chosen. The `chooser` is that of `contest`; without a
    `relation` the cards are those of the standard deck.

    >>> play_contest(Position("241|3")).outcome
    'Left forces a win in 9 turns at most'
    """
    chooser = Chooser(chooser)
    deck = position.n if relation is None else relation
    relation, positions = relation_of(deck)
    if positions.left_holds_n and position.n in position.right:
        game = play_contest(position.swap(), chooser.exchanged)
        swapped = tuple(each.swap() for each in game.positions)
        return replace(game, chooser=chooser, positions=swapped, forced_by=game.forced_by and game.forced_by.other)
    relation.checked(position)
    can_win = [Player.LEFT] if positions.left_holds_n else list(Player)
    wins = {player: attractor(deck, SearchGoal(player, chooser), has_turns=True) for player in can_win}

    def worth(position: Position, player: Player) -> tuple[int, int]:
        """Return the smaller the better: an own win soon, then none that can be forced, then the other's late."""
        for sign, winner in ((1, player), (-1, player.other)):
            turns = wins[winner].turns(position) if winner in wins else None
            if turns is not None:
                return -sign, sign * turns
        return 0, 0

    path, orders = [position], []
    while not path[-1].is_terminal and path[-1] not in path[:-1]:
        after = children(path[-1], relation)
        winner = turn_winner(path[-1], relation)
        player = chooser.at_turn_of(winner) if winner else Player.LEFT  # both orders of a tie are the same
        order = min(FIXED_ORDERS, key=lambda each: worth(after[each], player))
        orders.append(order)
        path.append(after[order])
    forced_by = next((player for player, won in wins.items() if won.has(position)), None)
    return ContestGame(relation, chooser, tuple(path), tuple(orders), forced_by)
