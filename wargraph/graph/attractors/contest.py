"""The contest: at each turn one player chooses the return order, for the end that player wants or against the other's.

What a player can *force* is an attractor (`wargraph.graph.attractors.attractor`); its layers are the turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Player, Position
from wargraph.core.question import StartsResult
from wargraph.core.rules import Chooser
from wargraph.graph.attractors.attractor import EXAMPLES, Attractor, SearchGoal
from wargraph.graph.attractors.farthest import layer_table
from wargraph.graph.attractors.retrograde import attractor
from wargraph.graph.war_graph import Deck, as_deck, relation_of
from wargraph.report.document import Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Row, row_of


@dataclass(frozen=True)
class ForcedWins:
    """The starting positions from which a player can force a win, by the number of turns."""

    player: Player
    """The player who forces the win; on the standard deck Left stands for the player who holds card n."""
    layers: tuple[int, ...] = field(repr=False)
    """Number of starting positions by the turns that the win takes at most, from 0 on."""
    examples: tuple[Position, ...]
    """The first starting positions from which the win takes the most turns, ten at most."""

    @property
    def turns(self) -> int | None:
        """The most turns that a forced win takes; None if there is none."""
        return len(self.layers) - 1 if self.layers else None

    @property
    def positions(self) -> int:
        """Number of starting positions from which it takes the most turns."""
        return self.layers[-1] if self.layers else 0

    @property
    def total(self) -> int:
        """Number of starting positions from which a win can be forced."""
        return sum(self.layers)


@dataclass(frozen=True)
class Contest(StartsResult):
    """The results that each player can force if one of them chooses the return order at each turn.

    Attributes
    ----------
    chooser : Chooser
        The player who chooses the return order.
    left, right : ForcedWins
        The starting positions from which Left, or Right, can force a win. On the standard deck `right` is None.
    drawn : int
        Number of starting positions from which neither player can force a win: the opponent can keep the game going
        forever or, where cards draw, bring about a tie.
    drawn_examples : tuple of Position
        The first drawn positions, ten at most.
    """

    chooser: Chooser
    left: ForcedWins
    right: ForcedWins | None
    drawn: int
    drawn_examples: tuple[Position, ...]

    @property
    def starts(self) -> int:
        """Number of starting positions."""
        return sum(wins.total for wins in self._wins) + self.drawn

    @property
    def longest(self) -> ForcedWins:
        """The wins of the player whose longest takes more turns; of equals, Left's."""
        return max(self._wins, key=lambda wins: len(wins.layers))

    @property
    def turns(self) -> int | None:
        """The most turns that a forced win takes; None if there is none."""
        return self.longest.turns

    def rows(self) -> list[Row]:
        """Return one row ``n, chooser, deals, left, right, turns, positions, example, drawn, drawn_example``.

        Left and right are the numbers of forced wins under a relation.
        """
        forced = {"left": self.left.total, "right": self.right.total} if self.right else {}
        longest = row_of(self.longest, "turns", "positions", example=self._first(self.longest.examples))
        drawn = row_of(self, "drawn", drawn_example=self._first(self.drawn_examples))
        return [self._row(**forced, **longest, **drawn)]

    def layer_rows(self) -> list[Row]:
        """Count the starts by the turns until they are won: rows ``n, chooser, deals, player, turns, positions``."""
        holder = "who holds n" if self.right is None and self.deals is Deals.BALANCED else None
        return [
            self._row(player=holder or wins.player, turns=turns, positions=size)
            for wins in self._wins
            for turns, size in enumerate(wins.layers)
            if size
        ]

    def example_rows(self) -> list[Row]:
        """Return the examples, those that are drawn last: rows ``n, chooser, deals, player, turns, position``."""
        examples: list[tuple[Player | str, int | None, Position]] = [
            (Player.RIGHT if self.right is None and self.n in position.right else wins.player, wins.turns, position)
            for wins in self._wins
            for position in wins.examples
        ]
        examples += [("drawn", None, position) for position in self.drawn_examples]
        return [
            self._row(player=player, turns=turns, position=self.relation.text(position))
            for player, turns, position in examples
        ]

    @property
    def _wins(self) -> list[ForcedWins]:
        """The wins of each player who can win."""
        return [self.left] if self.right is None else [self.left, self.right]

    def _row(self, **more: object) -> Row:
        return row_of(self, "n", "chooser", "deals", **more)

    def _answer(self) -> str:
        cards = self.relation.display
        chosen = f"If {self.chooser.meaning} chooses the order,"
        if self.turns is None:
            return f"{chosen} nobody can force a win with {cards}."
        forced = f"{chosen} a win with {cards} can be forced in at most {counted(self.turns, 'turn')}"
        starts = counted(self.starts, self._start)
        if self.right is not None:
            drawn = f"from {self.drawn:,} nobody can" if self.drawn else "from each one of them can"
            by_whom = f"by Left from {self.left.total:,} and by Right from {self.right.total:,}"
            return f"{forced}, {by_whom} of the {starts}; {drawn}."
        if not self.drawn:
            return f"{forced}, from every {self._start}."
        return f"{forced}. From {self.drawn:,} of the {starts} nobody can force a win."

    def _body(self) -> list[Part]:
        return [
            Table("rows", self.rows()),
            layer_table(self.layer_rows(), "Positions by the turns in which a win is forced"),
            Table("examples", self.example_rows(), "The first of the longest wins, and of the drawn positions"),
        ]

    def _first(self, positions: tuple[Position, ...]) -> str | None:
        return self.relation.text(positions[0]) if positions else None


@checkpointed(deck=as_deck, chooser=Chooser, deals=Deals)
def contest(
    deck: Deck, chooser: Chooser | str = "winner", deals: Deals | str = "all", run_options: RunOptions | None = None
) -> Contest:
    """Find what each player can force if one of them chooses the return order at each turn.

    On the standard deck only the player who holds card n can win, who is Right in half of the balanced deals. That
    player wants the end soon, and the other wants it late or never. Otherwise each player wants to win and, failing
    that, not to lose. The `chooser` is the ``winner`` or ``loser`` of each turn, ``left`` or ``right``. The search is
    that of `farthest`.

    >>> found = contest(6)
    >>> found.turns, found.drawn
    (25, 240)
    >>> found = contest("rock-paper-scissors")
    >>> found.left.total, found.right.total, found.drawn
    (12, 12, 0)
    """
    [found] = contest_each(deck, Chooser(chooser), [Deals(deals)], run_options)
    return found


def contest_each(
    deck: Deck, chooser: Chooser, deals: Sequence[Deals], run_options: RunOptions | None = None
) -> list[Contest]:
    """Find what each player can force from several kinds of deals by as few searches as that takes."""
    left_holds_n = relation_of(deck)[1].left_holds_n
    left = attractor(deck, SearchGoal(Player.LEFT, chooser), run_options=run_options)
    if left_holds_n and Deals.BALANCED in deals and chooser.exchanged is not chooser:
        # Where Right holds card n the players are exchanged, and so the other one chooses.
        left = replace(
            left, exchanged=attractor(deck, SearchGoal(Player.LEFT, chooser.exchanged), run_options=run_options)
        )
    right = None if left_holds_n else attractor(deck, SearchGoal(Player.RIGHT, chooser), run_options=run_options)

    def forced(player: Player, search: Attractor, deals: Deals) -> ForcedWins:
        return ForcedWins(player, tuple(search.sizes(deals)), search.farthest(deals))

    def contest_from(deals: Deals) -> Contest:
        lefts = forced(Player.LEFT, left, deals)
        rights = forced(Player.RIGHT, right, deals) if right else None
        drawn = left.starts(deals) - lefts.total - (rights.total if rights else 0)
        never = (position for position in left.outside(deals) if right is None or not right.has(position))
        return Contest(left.relation, deals, chooser, lefts, rights, drawn, tuple(islice(never, EXAMPLES)))

    return [contest_from(each) for each in deals]
