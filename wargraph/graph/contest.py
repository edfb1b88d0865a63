"""The contest: at each turn one player chooses the return order, for the end that player wants or against the other's.

On the standard deck only Left, who holds card n, can win: Left wants the end soon, Right wants it late or never. In a
relation each player wants to win, and failing that not to lose. What a player can *force* is an attractor: a position
is in it where a child is, if the player chooses there, and else where both children are; its layers are the turns.
"""

from collections.abc import Collection
from dataclasses import astuple, dataclass, field, replace
from itertools import chain, islice, zip_longest

import numpy as np

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.phrases import start_phrase
from wargraph.core.position import Deals, Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser
from wargraph.graph.finish import EXAMPLES, TurnsToEnd, layer_table
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.retrograde import Opposed, Retrograde, has_unique_predecessors, searched_back
from wargraph.graph.war_graph import Deck, WarGraph, as_graph, relation_of
from wargraph.report.document import Part, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row, row_of


def opposed_to(player: Player, chooser: Chooser) -> Opposed:
    """At whose turns the order is chosen against a player."""
    return Opposed(*(chooser.at_turn_of(winner) is not player for winner in (Player.LEFT, Player.RIGHT)))


@dataclass(frozen=True)
class ForcedWins:
    """The starting positions from which a player can force a win, by the number of turns.

    Attributes
    ----------
    player : Player
        The player who forces the win. On the standard deck only the player who holds card n can: Left, or in half of
        the balanced deals Right, whose wins are counted here too.
    layers : tuple of int
        Number of starting positions by the turns that the win takes at most, from 0 on.
    examples : tuple of Position
        The first starting positions from which the win takes the most turns, ten at most.

    Examples
    --------
    >>> wins = contest(5).left
    >>> wins.player.value, wins.turns, wins.positions, wins.total == sum(wins.layers)
    ('Left', 15, 2, True)
    """

    player: Player
    layers: tuple[int, ...] = field(repr=False)
    examples: tuple[Position, ...]

    @property
    def turns(self) -> int | None:
        """The most turns that it takes; None if there is no such start."""
        return len(self.layers) - 1 if self.layers else None

    @property
    def positions(self) -> int:
        """How many starts take the most turns."""
        return self.layers[-1] if self.layers else 0

    @property
    def total(self) -> int:
        """How many starts there are."""
        return sum(self.layers)


@dataclass(frozen=True)
class Contest(Result):
    """What each player can force if one of them chooses the return order at each turn.

    Attributes
    ----------
    n : int
        Number of cards.
    relation : Relation
        Who beats whom.
    chooser : Chooser
        The player who chooses the return order.
    deals : Deals
        The starting positions: ``any`` for all, ``even`` for the balanced deals.
    left, right : ForcedWins
        The starting positions from which Left, or Right, can force a win. On the standard deck `right` is None.
    drawn : int
        Number of starting positions from which neither player can force a win: the opponent can keep the game going
        forever or, where cards draw, bring about a tie.
    drawn_examples : tuple of Position
        The first drawn positions, ten at most.

    Examples
    --------
    >>> found = contest(6)
    >>> found.starts, found.turns, found.drawn, len(found.drawn_examples)
    (2520, 25, 240, 10)
    """

    n: int
    relation: Relation = field(repr=False)
    chooser: Chooser
    deals: Deals
    left: ForcedWins
    right: ForcedWins | None
    drawn: int
    drawn_examples: tuple[Position, ...]

    @property
    def starts(self) -> int:
        """How many starts there are."""
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
        """Return the result as one row.

        Returns
        -------
        list of dict
            One row ``n, chooser, deals, turns, positions, example, drawn, drawn_example``. For a relation the row also
            has ``left`` and ``right``: the numbers of starting positions from which each player can force a win.
        """
        forced = {"left": self.left.total, "right": self.right.total} if self.right else {}
        longest = row_of(self.longest, "turns", "positions", example=self._first(self.longest.examples))
        drawn = row_of(self, "drawn", drawn_example=self._first(self.drawn_examples))
        return [self._row(**forced, **longest, **drawn)]

    def layer_rows(self) -> list[Row]:
        """Return how many starting positions each player wins in how many turns.

        Returns
        -------
        list of dict
            Rows ``n, chooser, deals, player, turns, positions``.
        """
        holder = "who holds n" if self.right is None and self.deals is Deals.EVEN else None
        return [
            self._row(player=holder or wins.player, turns=turns, positions=size)
            for wins in self._wins
            for turns, size in enumerate(wins.layers)
            if size
        ]

    def example_rows(self) -> list[Row]:
        """Return the first starting positions of the longest wins of each player, and the first drawn positions.

        Returns
        -------
        list of dict
            Rows ``n, chooser, deals, player, turns, position``. A drawn position has ``drawn`` for a player, and no
            turns.
        """
        text = self.relation.text
        forced = [
            self._row(player=self._forced_by(wins, position), turns=wins.turns, position=text(position))
            for wins in self._wins
            for position in wins.examples
        ]
        drawn = [self._row(player="drawn", turns=None, position=text(position)) for position in self.drawn_examples]
        return forced + drawn

    @property
    def _wins(self) -> list[ForcedWins]:
        """The wins of each player who can win."""
        return [self.left] if self.right is None else [self.left, self.right]

    def _row(self, **more: object) -> Row:
        return row_of(self, "n", "chooser", "deals", **more)

    def _forced_by(self, wins: ForcedWins, start: Position) -> Player:
        """Who wins from a start; on the standard deck that is who holds card n."""
        is_rights = self.right is None and self.n in start.right
        return Player.RIGHT if is_rights else wins.player

    def _answer(self) -> str:
        cards, start = self.relation.display, start_phrase(self)
        chosen = f"If {self.chooser.display} chooses the order,"
        if self.turns is None:
            return f"{chosen} nobody can force a win with {cards}."
        forced = f"{chosen} a win with {cards} can be forced in at most {counted(self.turns, 'turn')}"
        starts = counted(self.starts, start)
        if self.right is not None:
            drawn = f"from {self.drawn:,} nobody can" if self.drawn else "from each one of them can"
            by_whom = f"by Left from {self.left.total:,} and by Right from {self.right.total:,}"
            return f"{forced}, {by_whom} of the {starts}; {drawn}."
        if not self.drawn:
            return f"{forced}, from every {start}."
        return f"{forced}. From {self.drawn:,} of the {starts} nobody can force a win."

    def _body(self) -> list[Part]:
        return [
            Table("rows", self.rows()),
            layer_table(self.layer_rows(), "Positions by the turns in which a win is forced"),
            Table("examples", self.example_rows(), "The first of the longest wins, and of the drawn positions"),
        ]

    def _first(self, positions: tuple[Position, ...]) -> str | None:
        return self.relation.text(positions[0]) if positions else None


@checkpointed
def contest(
    deck: Deck, chooser: Chooser | str = "winner", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Contest:
    """Find what each player can force if one of them chooses the return order at each turn.

    On the standard deck only the player who holds card n can win. Otherwise each player wants to win and, failing that,
    not to lose.

    Parameters
    ----------
    deck : WarGraph, int, Relation or str
        A War graph, a number of cards, or anything that `Relation.of` accepts, such as the name of a relation.
    chooser : Chooser or str
        The player who chooses the return order of a turn: ``winner`` or ``loser`` of the turn, ``left`` or ``right``.
        If Right holds card n, as in half of the balanced deals, then Right is the player who wants the game to end.
    deals : Deals or str
        The starting positions: ``any`` for all, or ``even`` for the balanced deals.
    run_options : RunOptions, optional
        How long the work may take, by default one hour, who sees the progress and where it is kept: the layers of
        each search back, as each is finished. The work runs on all cores.

    Returns
    -------
    Contest
        The starting positions from which each player can force a win, and those from which neither can.

    Raises
    ------
    ParameterError
        If `chooser` or `deals` is unknown.
    TooLargeError
        If the search does not fit into memory; raised before the search starts.
    TooLongError
        If the search would take longer than `run_options` allows.

    See Also
    --------
    play_contest, finish

    Examples
    --------
    >>> found = contest(6)
    >>> found.turns, found.drawn
    (25, 240)
    >>> found = contest("rock-paper-scissors")
    >>> found.left.total, found.right.total, found.drawn
    (12, 12, 0)
    """
    chooser, deals = Chooser(chooser), Deals(deals)
    _, left_holds_n = relation_of(deck)
    if left_holds_n and deals is Deals.EVEN and chooser.exchanged is not chooser:
        lefts = _searched(deck, chooser, deals, [Player.LEFT], run_options)
        rights = _searched(deck, chooser.exchanged, deals, [Player.RIGHT], run_options)
        return _together(lefts, rights)
    return _searched(deck, chooser, deals, list(Player), run_options)


def _searched(
    deck: Deck, chooser: Chooser, deals: Deals, holders: Collection[Player], run_options: RunOptions | None
) -> Contest:
    """The contest from the deals in which one of some players holds card n, where that makes a difference.

    If that is Right the players are exchanged before, and so must be who chooses.
    """
    relation, left_holds_n = relation_of(deck)
    left = forced_wins(deck, Player.LEFT, chooser, run_options=run_options)
    right = None if left_holds_n else forced_wins(deck, Player.RIGHT, chooser, run_options=run_options)
    starts = sum(left.positions.split_size(split) for split, _ in left.positions.starts(deals, holders))
    wins = [
        ForcedWins(player, tuple(found.sizes(deals, holders)), tuple(found.last(deals, EXAMPLES, holders)))
        for player, found in zip(Player, (left, right), strict=True)
        if found
    ]
    never = (position for position in left.open(deals, holders) if right is None or right.is_open(position))
    return Contest(
        relation.n, relation, chooser, deals, wins[0], wins[1] if right else None,
        starts - sum(each.total for each in wins), tuple(islice(never, EXAMPLES)),
    )  # fmt: skip


def _together(lefts: Contest, rights: Contest) -> Contest:
    """The contest from the deals in which Left holds card n, and those in which Right does."""
    layers = tuple(map(sum, zip_longest(lefts.left.layers, rights.left.layers, fillvalue=0)))
    longest = (wins for wins in (lefts.left, rights.left) if len(wins.layers) == len(layers))
    examples = tuple(islice(chain.from_iterable(wins.examples for wins in longest), EXAMPLES))
    return replace(
        lefts,
        left=ForcedWins(Player.LEFT, layers, examples),
        drawn=lefts.drawn + rights.drawn,
        drawn_examples=(lefts.drawn_examples + rights.drawn_examples)[:EXAMPLES],
    )


def forced_wins(
    deck: Deck, player: Player, chooser: Chooser | str, keeps_turns: bool = False, run_options: RunOptions | None = None
) -> Retrograde | TurnsToEnd:
    """From which positions a player can force a win.

    Back from the player's wins with three bits for each position, where the bottom cards tell the position before; else
    in the arrays of the War graph.
    """
    chooser = Chooser(chooser)
    relation, left_holds_n = relation_of(deck)
    if has_unique_predecessors(relation):
        ends = [relation.n if player is Player.LEFT else 0]
        return searched_back(relation, left_holds_n, ends, opposed_to(player, chooser), keeps_turns, run_options)
    return _of_graph(as_graph(deck), player, chooser)


def _of_graph(graph: WarGraph, player: Player, chooser: Chooser) -> TurnsToEnd:
    positions = graph.positions
    turns_of = np.full(len(graph), -1, np.int16)
    won = graph.n if player is Player.LEFT else 0
    turns_of[positions.block(won)] = 0
    opposed = opposed_to(player, chooser)
    blocks = [
        (positions.block(split).start, positions.block(split).stop) for split in positions.splits if 0 < split < graph.n
    ]
    # A child of a smaller split, and one in which Left has nothing left, is that of a turn that Right won.
    nothing_left = positions.block(0).start if 0 in positions.splits else len(graph)
    turns = 1
    while sum(
        on_threads(
            _settle_forced,
            [(graph.child_indices, turns_of, turns, *block, nothing_left, *astuple(opposed)) for block in blocks],
        )
    ):
        turns += 1
    turns_of.flags.writeable = False
    return TurnsToEnd(graph, turns_of)


@loop
def _settle_forced(children, turns_of, turns, start, stop, nothing_left, at_lefts, at_rights):  # type: ignore[no-untyped-def]
    """Give `turns` to each open position of one split that wins in so many turns; count them.

    Pieces may run at the same time: what another writes is `turns`, which counts as open here.
    """
    settled = 0
    for position in range(start, stop):
        if turns_of[position] >= 0:
            continue
        one, other = children[position, 0], children[position, 1]
        has_one = 0 <= turns_of[one] < turns
        has_other = 0 <= turns_of[other] < turns
        is_opposed = at_lefts if stop <= one < nothing_left else at_rights
        if (has_one and has_other) if is_opposed else (has_one or has_other):
            turns_of[position] = turns
            settled += 1
    return settled
