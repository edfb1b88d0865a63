"""Exact play of WAR with Auction Rounds between two players who start with the cards 1..m each.

The winner gets 1, the loser -1, and both get 0 if nobody has cards left. Hands and piles are open and choices are made
at the same time, so this is a zero-sum stochastic game (Shapley 1953) that pays at its end only: a recursive game
(Everett 1957). In every state both players play a matrix game, whose entries are the values of the states that may
follow. A recursive game has a value, but perhaps no optimal strategy: it seems that with six cards there are states in
which a player comes as near to the value as it likes and never attains it.

Endless play counts as a loss of player 1. Then the values grow from -1 as the matrix games are solved again and again
(de Alfaro, Henzinger and Kupferman 2007), which gives a stationary strategy. Its guarantee is computed apart, against
the best response, and every step of that computation gives a lower bound of the value, so a flaw in the solution could
only widen the bounds. The mirrored strategy gives the upper bounds, for the value with endless play as a win of
player 1. Where both bounds meet, it does not matter how endless play counts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.line_up import one_strategy
from wargraph.auction.matrix_games import ENDS, LOST, TIED, WON, MatrixGames, guaranteed, solved
from wargraph.auction.rules import LAID_DOWN, Cards, Hands, State, war_choices
from wargraph.auction.strategies import STRATEGIES, Dummy
from wargraph.auction.strategy import Strategy, View, checked_choice
from wargraph.campaign.run_options import RunOptions, Work, monitor
from wargraph.core.checks import checked_whole
from wargraph.core.rng import EveryChance
from wargraph.errors import ParameterError, PositionError, TooLargeError, shown
from wargraph.report.document import Document, Table
from wargraph.report.estimates import rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row, row_of

MOST_CARDS = 6
"""The largest number of cards of each player: its 328,743 states fit; one card more has about 17 times as many."""


class SolvedState(NamedTuple):
    """How player 1 plays in a state, and what the state is worth.

    `choices` has the probability of each choice that may be made: ``(card,)``, in a war four cards, the one that is
    played last, or ``()`` for a player who is out of the war. `low` and `high` are bounds of the value for player 1:
    the probability to win minus that to lose. The first counts endless play as a loss, the second, by the mirrored
    strategy, as a win.
    """

    choices: dict[Cards, float]
    low: float
    high: float


@dataclass(frozen=True)
class ExactPlay(Result):
    """The solution of the game of two players who start with the cards 1..m each: a strategy, and bounds of all values.

    >>> play = exact_play(4)
    >>> play.states, play.mixing, play.low > -1e-9
    (1467, 141, True)
    """

    m: int
    _index: dict[State, int] = field(repr=False)
    _games: MatrixGames = field(repr=False)
    _strategy: NDArray[np.float64] = field(repr=False)
    _guaranteed: NDArray[np.float64] = field(repr=False)

    @property
    def states(self) -> int:
        """The number of states in which somebody has to choose."""
        return len(self._index)

    @property
    def mixing(self) -> int:
        """The number of states in which the strategy chooses at random."""
        supports = np.add.reduceat(self._strategy > 0, self._games.offset[ENDS:], dtype=np.int64)
        return int(np.count_nonzero(supports > 1))

    @property
    def certain(self) -> int:
        """The number of states in which player 1 wins with probability 1, as far as the bounds show (1 - 10^-9)."""
        return int(np.count_nonzero(self._guaranteed[ENDS:] >= 1 - 1e-9))

    @property
    def low(self) -> float:
        """The guarantee of the strategy at the start if endless play counts as a loss, a bound of the value."""
        return float(self._guaranteed[ENDS])

    @property
    def high(self) -> float:
        """The most that player 1 can get at the start against the strategy, even if endless play counts as a win."""
        return -self.low

    @property
    def widest(self) -> float:
        """The largest difference of the two bounds in any state."""
        return float((-self._guaranteed[self._games.mirror] - self._guaranteed).max())

    def __iter__(self) -> Iterator[State]:
        """Return all states, the start first, in the order of their distance from it in rounds and wars."""
        return iter(self._index)

    def at(self, hands: Hands, piles: Hands = (), table: Sequence[int] = (), is_war: bool = False) -> SolvedState:
        """Return the solution in a state that the game can reach, from the cards of player 1 and player 2.

        The arguments are the hands, the piles, the cards on the table, and whether cards for a war are to be chosen.

        >>> exact_play(4).at([(1, 4), (2, 3)], [(), (1, 2, 3, 4)]).choices
        {(1,): 1.0}
        """
        state = State.of(hands, piles, table, is_war)
        if state not in self._index:
            raise PositionError(
                f"state {shown((*state[:3], is_war))} does not occur between two players who start with 1..{self.m}, "
                "or nobody chooses there: give what both hold, the table, and whether it is a war"
            )
        number = self._index[state]
        weights = zip(choices(state, 0), self._strategy[self._games.offset[number] :].tolist(), strict=False)
        low, mirrored = self._guaranteed[[number, self._games.mirror[number]]].tolist()
        return SolvedState({choice: weight for choice, weight in weights if weight > 0}, low, -mirrored)

    def measured(self, strategy: Strategy | str) -> tuple[float, float | None]:
        """Return the value of a strategy at the start against this solution, and against a best response.

        Endless play counts as a loss. There are several optimal strategies, some of which punish a mistake more than
        others. A strategy that asks its rival, such as `Adversary`, gets an answer that is drawn at random; it has no
        value against a best response, because its choices depend on the answers.

        >>> exact_play(4).measured("Min")[1]
        -1.0
        """
        known, rival = one_strategy(strategy), Optimal(self)
        if not known.is_pure:
            raise ParameterError(f"strategy {known} does not choose by the view alone: name one that does")
        mixture = np.zeros_like(self._strategy)
        of_hands: dict[tuple[Cards, bool], Mapping[Cards, float]] = {}
        for state, number in self._index.items():
            rows = choices(state, 0)
            seen = state.hands[0], state.is_war
            weights = {rows[0]: 1.0} if len(rows) == 1 else of_hands.get(seen) or _weights(known, rival, state)
            for choice, weight in weights.items():
                mixture[self._games.offset[number] + rows.index(sorted_choice(state, choice))] += weight
            if len(rows) > 1 and type(known) is Dummy:  # it looks at its hand alone, and draws in many ways
                of_hands[seen] = weights
        optimal, worst = (
            float(guaranteed(self._games, mixture, self._strategy, is_best)[ENDS]) for is_best in (False, True)
        )
        return optimal, None if rival.was_asked else worst

    def rows(self) -> list[Row]:
        """Return one row: ``cards, states, mixing, certain, low, high, widest``."""
        bounds = {name: rounded(getattr(self, name)) for name in ("low", "high", "widest")}
        return [{"cards": self.m} | row_of(self, "states", "mixing", "certain", **bounds)]

    def opening_rows(self) -> list[Row]:
        """Return the strategy at the start, as rows ``card, probability``."""
        chosen = self.at(*next(iter(self))[:2]).choices
        return [{"card": card, "probability": rounded(chosen.get((card,), 0.0))} for card in range(1, self.m + 1)]

    def strategy_rows(self, strategies: Iterable[Strategy | str] = STRATEGIES) -> list[Row]:
        """Return `measured` for some strategies, as rows ``strategy, against_optimal, worst_case``."""
        rows: list[Row] = []
        for known in map(one_strategy, strategies):
            optimal, worst = self.measured(known)
            worst_case = None if worst is None else rounded(worst)
            rows.append({"strategy": known.name, "against_optimal": rounded(optimal), "worst_case": worst_case})
        return rows

    def document(self, strategies: Sequence[Strategy | str] = ()) -> Document:
        """Return the value, an optimal opening and the values of the named strategies against optimal play."""
        summary = f"Two players with the cards 1..{self.m}; low and high: bounds of the value at the start"
        known = "Known strategies: value at the start against the optimal one, and against a best response"
        return Document.of(
            Table("summary", self.rows(), summary),
            Table("opening", self.opening_rows(), "An optimal opening"),
            Table("strategies", self.strategy_rows(strategies), known),
        )


def exact_play(m: int, run_options: RunOptions | None = None) -> ExactPlay:
    """Solve the game of two players with the cards 1..m each.

    Six cards, the most, take a minute or two; five take seconds. A single thread works, and no checkpoint is kept.
    With three cards it matters how endless play counts; with four there is an optimal strategy that makes the game end.

    >>> for m in (3, 4):
    ...     print(round(exact_play(m).low, 6) + 0.0)
    -0.076642
    0.0
    """
    if isinstance(m, int) and m > MOST_CARDS:
        raise TooLargeError(
            f"m = {shown(m)}: exact play has 328,743 states with 6 cards, and 17 times as many with each card more: "
            f"take 1 to {MOST_CARDS}"
        )
    checked_whole("m", m, 1, MOST_CARDS)
    solving = _Solving(m)
    with monitor(solving, run_options):
        solving.show(f"looking for the states of {m} cards")
        index, games = all_states(m)
        solving.show(f"{len(index):,} states: solving their matrix games")
        strategy = solved(games, solving.show)
        solving.show("finding what the strategy guarantees")
        return ExactPlay(m, index, games, strategy, guaranteed(games, strategy, strategy, True))


@dataclass(eq=False)
class _Solving(Work):
    """The stages of the solution, which are shown as they come."""

    m: int
    stage: str = ""

    def __str__(self) -> str:
        return counted(self.m, "card")

    def partial_summary(self) -> str:
        return self.stage

    def next_report(self, seconds: float) -> float:
        return seconds

    def show(self, stage: str) -> None:
        """Show the stage that begins."""
        self.stage = stage
        self.poll()


def choices(state: State, player: int) -> list[Cards]:
    """Return the choices of a player: a card; in a war three cards and the one played; no card if it is out of the war.

    A player who is alone in a war chooses four cards in sorted order, because it does not matter which is played.

    >>> choices(State.of([(2, 2, 3), (4,)]), 0)
    [(2,), (3,)]
    """
    hand = state.hands[player]
    if not state.is_war:
        return [(card,) for card in sorted(set(hand))]
    if player not in state.choosing:
        return [()]
    return sorted(set(war_choices(hand) if len(state.choosing) == 2 else combinations(hand, LAID_DOWN + 1)))


def sorted_choice(state: State, choice: Sequence[int]) -> Cards:
    """Return the entry of `choices` that equals a choice; the cards that are laid down may be in any order.

    >>> sorted_choice(State.of([(2, 3, 4, 5), (2, 3, 4, 5)], is_war=True), (5, 4, 2, 3))
    (2, 4, 5, 3)
    """
    is_alone = state.is_war and len(state.choosing) == 1
    return tuple(sorted(choice)) if is_alone else (*sorted(choice[:-1]), choice[-1])


def next_state(state: State, chosen: Sequence[Cards]) -> State | int:
    """Return the state in which somebody chooses next, or the end that the choices of both players reach."""
    state = state.after({player: chosen[player] for player in state.choosing})
    while state.is_war and not state.choosing:  # the war leaves nobody
        state = state.after({})
    if state.is_war or len(state.contenders) == 2:
        return state
    return WON if state.hands[0] else LOST if state.hands[1] else TIED


def all_states(m: int) -> tuple[dict[State, int], MatrixGames]:
    """Search the states that the game with the cards 1..m can reach, breadth first, and make their matrix games."""
    start = State.of([range(1, m + 1)] * 2)
    index, reached = {start: ENDS}, [start]
    shapes, children = [(0, 0)] * ENDS, []
    for state in reached:
        both = choices(state, 0), choices(state, 1)
        shapes.append((len(both[0]), len(both[1])))
        for child in (next_state(state, chosen) for chosen in product(*both)):
            if isinstance(child, State) and child not in index:
                index[child] = ENDS + len(reached)
                reached.append(child)
            children.append(index[child] if isinstance(child, State) else child)
    mirrored = (State(state.hands[::-1], state.piles[::-1], *state[2:]) for state in reached)
    return index, MatrixGames.of(shapes, children, [LOST, WON, TIED, *(index[state] for state in mirrored)])


class Optimal(Strategy):
    """Plays the strategy of an `ExactPlay`, and no game other than the one that was solved.

    In a war an `Adversary` asks what would be played as a single card if it held three cards less. The game does not
    reach such a state, so the solution has no answer, and the answer is the smallest card.

    >>> from wargraph import play_auction
    >>> print(play_auction([Optimal(exact_play(4)), "Min"], hands=[(1, 2, 3, 4)] * 2, seed=1))
    Optimal+Min: player 1, Optimal, wins after 5 rounds
    """

    was_asked = False

    def __init__(self, play: ExactPlay) -> None:
        self.play = play

    def card(self, view: View) -> int:
        return self.war_cards(view)[0]

    def war_cards(self, view: View) -> Sequence[int]:
        self.was_asked |= view.is_question
        if len(view.hands) != 2:
            raise ParameterError(f"strategy Optimal plays against one other, and there are {len(view.hands)} players")
        order = (view.player, 1 - view.player)
        hands, piles = ([cards[player] for player in order] for cards in (view.hands, view.piles))
        try:
            drawn = self.play.at(hands, piles, view.table, view.is_war).choices
        except PositionError:
            if view.is_question:
                return view.hand[:1]
            raise
        return [*drawn][view.chance.pick([*drawn.values()])]


def _weights(strategy: Strategy, rival: Strategy, state: State) -> Mapping[Cards, float]:
    """Return how likely a strategy makes each choice as player 1; the cards that are laid down are sorted."""
    weights: dict[Cards, float] = defaultdict(float)
    for line in EveryChance.lines():
        *down, played = checked_choice(strategy, View(0, (strategy, rival), (line,) * 4, *state))
        weights[*sorted(down), played] += line.weight
    return weights
