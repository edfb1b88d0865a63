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

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.line_up import one_strategy
from wargraph.auction.matrix_games import PAYOFFS, Hands, MatrixGames, State, all_states, guaranteed, solved
from wargraph.auction.rules import Cards
from wargraph.auction.strategies import BUILT_IN
from wargraph.auction.strategy import Strategy, View
from wargraph.campaign.run_options import RunOptions, Work, monitor
from wargraph.core.checks import checked_whole
from wargraph.core.rng import Chance
from wargraph.errors import ParameterError, PositionError, TooLargeError, shown
from wargraph.report.document import Document, Table
from wargraph.report.estimates import rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row, row_of

MOST_CARDS = 6
"""The largest number of cards of each player: its 328,743 states fit; one card more has about 17 times as many."""

_SURE = 1e-9
_NO_PILES = ((), ())


@dataclass(frozen=True)
class ExactPlay(Result):
    """The solution of the game: a strategy, and bounds of the value of every state.

    Attributes
    ----------
    m
        Each player starts with the cards 1..m.
    states, mixing, certain
        The number of states in which somebody has to choose, of those in which the strategy chooses at random, and of
        those in which player 1 wins with probability 1, as far as the bounds show (at least 1 - 10^-9).
    low
        The guarantee of the strategy at the start if endless play counts as a loss. The value with endless play as a
        loss is at least that; by symmetry the value with endless play as a win is at most -low.
    widest
        The largest difference of the two bounds in any state.

    Examples
    --------
    >>> play = exact_play(4)
    >>> play.states, play.mixing, play.low > -1e-9
    (1467, 141, True)
    """

    m: int
    states: int
    mixing: int
    certain: int
    low: float
    widest: float
    _index: dict[State, int] = field(repr=False)
    _games: MatrixGames = field(repr=False)
    _strategy: NDArray[np.float64] = field(repr=False)
    _guaranteed: NDArray[np.float64] = field(repr=False)

    @property
    def high(self) -> float:
        """The most that player 1 can get at the start against the strategy, even if endless play counts as a win."""
        return -self.low

    def __iter__(self) -> Iterator[State]:
        """All states, the start first, in the order of their distance from it in rounds and wars."""
        return iter(self._index)

    def __contains__(self, state: object) -> bool:
        """Whether the game can reach this state, whose cards must be sorted."""
        return state in self._index

    def choices(
        self, hands: Hands, piles: Hands = _NO_PILES, table: Sequence[int] = (), is_war: bool = False
    ) -> dict[Cards, float]:
        """The choices of the strategy as player 1, with their probabilities where these are above 0.

        A choice is as in `Strategy.probabilities`, and ``()`` for a player who is out of the war. The state is given as
        the hands and piles of player 1 and player 2, the cards on the table, and whether cards for a war are to be
        chosen. A `PositionError` says that the game cannot reach it.

        >>> exact_play(4).choices([(1, 4), (2, 3)], [(), (1, 2, 3, 4)])
        {(1,): 1.0}
        """
        state = self._state(hands, piles, table, is_war)
        offset = self._games.offset[self._index[state]]
        chosen = state.choices(0)
        weights = self._strategy[offset : offset + len(chosen)].tolist()
        return {choice: weight for choice, weight in zip(chosen, weights, strict=True) if weight > 0}

    def value_of(
        self, hands: Hands, piles: Hands = _NO_PILES, table: Sequence[int] = (), is_war: bool = False
    ) -> tuple[float, float]:
        """Bounds of the value of a state, as `choices` takes it, for player 1: probability to win minus that to lose.

        The first counts endless play as a loss, the second, by the mirrored strategy, as a win.

        >>> low, high = exact_play(3).value_of([(1, 3), (2, 3)], [(1, 2), ()])
        >>> round(low, 6), round(high, 6)
        (0.611858, 1.0)
        """
        state = self._index[self._state(hands, piles, table, is_war)]
        return float(self._guaranteed[state]), -float(self._guaranteed[self._games.mirror[state]])

    def worst_case(self, strategy: Strategy | str) -> float | None:
        """The value of a strategy at the start against a best response, with endless play as a loss: -1 is a sure loss.

        It is None for a strategy that asks its rival, such as `Adversary`, because its choices depend on the answers.
        A strategy that draws random numbers must say so in `Strategy.probabilities`.

        >>> exact_play(4).worst_case("Min")
        -1.0
        """
        measured = _measurable(strategy)
        return None if measured.asks_rivals else self._start_value(self._mixture(measured), is_best=True)

    def against_optimal(self, strategy: Strategy | str) -> float:
        """The value of a strategy at the start against the strategy of this solution, with endless play as a loss.

        If the strategy asks its rival, it gets an answer that is drawn at random and independent of what the rival then
        plays. There are several optimal strategies, some of which punish a mistake more than others.

        >>> round(exact_play(4).against_optimal("SimpleMinded2"), 6)
        -0.800949
        """
        return self._start_value(self._mixture(_measurable(strategy)), is_best=False)

    def rows(self) -> list[Row]:
        """One row: ``cards, states, mixing, certain, low, high, widest``."""
        bounds = {name: rounded(getattr(self, name)) for name in ("low", "high", "widest")}
        return [{"cards": self.m} | row_of(self, "states", "mixing", "certain", **bounds)]

    def opening_rows(self) -> list[Row]:
        """The strategy at the start, as rows ``card, probability``."""
        chosen = self.choices(next(iter(self)).hands)
        return [{"card": card, "probability": rounded(chosen.get((card,), 0.0))} for card in range(1, self.m + 1)]

    def strategy_rows(self, strategies: Sequence[Strategy | str] = BUILT_IN) -> list[Row]:
        """The values of strategies against optimal play: rows ``strategy, against_optimal, worst_case``."""
        rows: list[Row] = []
        for known in map(_measurable, strategies):
            optimal, worst = rounded(self.against_optimal(known)), self.worst_case(known)
            worst_case = None if worst is None else rounded(worst)
            rows.append({"strategy": known.name, "against_optimal": optimal, "worst_case": worst_case})
        return rows

    def document(self, strategies: Sequence[Strategy | str] = ()) -> Document:
        """The value, an optimal opening and, for the strategies that are named, their values against optimal play."""
        summary = f"Two players with the cards 1..{self.m}; low and high: bounds of the value at the start"
        known = "Known strategies: value at the start against the optimal one, and against a best response"
        return Document.of(
            Table("summary", self.rows(), summary),
            Table("opening", self.opening_rows(), "An optimal opening"),
            Table("strategies", self.strategy_rows(strategies), known),
        )

    def _state(self, hands: Hands, piles: Hands, table: Sequence[int], is_war: bool) -> State:
        state = State.sorted(hands, piles, table, is_war)
        if state not in self._index:
            raise PositionError(
                f"state {shown(tuple(state))} does not occur between two players who start with 1..{self.m}, or nobody "
                "chooses there: give what both hold, the table, and whether it is a war"
            )
        return state

    def _mixture(self, strategy: Strategy) -> NDArray[np.float64]:
        """The probability of each choice of a strategy as player 1, in the layout of `_strategy`."""
        mixture = np.zeros_like(self._strategy)
        rival = _AllAnswers(Optimal(self))
        for state, index in self._index.items():
            chosen = state.choices(0)
            weights = {chosen[0]: 1.0} if len(chosen) == 1 else rival.choices_of(strategy, state)
            for choice, weight in weights.items():
                mixture[self._games.offset[index] + chosen.index(choice)] = weight
        return mixture

    def _start_value(self, mixture: NDArray[np.float64], is_best: bool) -> float:
        return float(guaranteed(self._games, mixture, self._strategy, is_best)[len(PAYOFFS)])


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
        bound = guaranteed(games, strategy, strategy, True)
    supports = np.add.reduceat(strategy > 0, games.offset[len(PAYOFFS) :], dtype=np.int64)
    gap = -bound[games.mirror] - bound
    of_states = bound[len(PAYOFFS) :]
    mixing, certain = (int(np.count_nonzero(each)) for each in (supports > 1, of_states >= 1 - _SURE))
    low, widest = float(of_states[0]), float(gap.max())
    return ExactPlay(m, len(index), mixing, certain, low, widest, index, games, strategy, bound)


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


class Optimal(Strategy):
    """Plays the strategy of an `ExactPlay`, and no game other than the one that was solved.

    >>> from wargraph import play_auction
    >>> print(play_auction([Optimal(exact_play(4)), "Min"], hands=[(1, 2, 3, 4)] * 2, seed=1))
    Optimal+Min: player 1, Optimal, wins after 5 rounds
    """

    def __init__(self, play: ExactPlay) -> None:
        self.play = play

    def card(self, view: View) -> int:
        return self._drawn(view)[0]

    def war_cards(self, view: View) -> Sequence[int]:
        return self._drawn(view)

    def probabilities(self, view: View) -> Mapping[Cards, float]:
        """The choices of the solution in the state that the view shows.

        In a war an `Adversary` asks what would be played as a single card if it held three cards less. The game does
        not reach such a state, so the solution has no answer, and the answer is the smallest card.
        """
        if len(view.hands) != 2:
            raise ParameterError(f"strategy Optimal plays against one other, and there are {len(view.hands)} players")
        order = (view.player, 1 - view.player)
        hands, piles = ([cards[player] for player in order] for cards in (view.hands, view.piles))
        if view.is_question and State.sorted(hands, piles, view.table, view.is_war) not in self.play:
            return {view.hand[:1]: 1.0}
        return self.play.choices(hands, piles, view.table, view.is_war)

    def _drawn(self, view: View) -> Cards:
        *chosen, last = self.probabilities(view).items()
        if not chosen:
            return last[0]
        sums = list(accumulate(weight for _, weight in chosen))
        return [*chosen, last][bisect(sums, view.chance.word() / 2**64)][0]


class _AllAnswers(Strategy):
    """A rival that gives all possible answers of another strategy, one after the other, instead of a random one."""

    def __init__(self, strategy: Strategy) -> None:
        self.answers = strategy.probabilities

    def choices_of(self, strategy: Strategy, state: State) -> Mapping[Cards, float]:
        """How likely a strategy makes each choice as player 1, by `State.sorted_choice`."""
        weights: dict[Cards, float] = defaultdict(float)
        self.scripts: list[tuple[int, ...]] = [()]
        while self.scripts:
            self.script, self.questions, self.weight = self.scripts.pop(), 0, 1.0
            seen = state.hands, state.piles, state.table, (0, 1), (strategy, self), Chance().branches(4)
            view = View(0, *seen, state.is_war)
            for choice, probability in strategy.probabilities(view).items():
                weights[state.sorted_choice(choice)] += self.weight * probability
        return weights

    def card(self, view: View) -> int:
        return self.war_cards(view)[0]

    def war_cards(self, view: View) -> Cards:
        """The answer in the script; after its end the first answer, with the others noted for later scripts."""
        answers = list(self.answers(view).items())
        if self.questions == len(self.script):
            self.scripts += [(*self.script, other) for other in range(1, len(answers))]
            self.script += (0,)
        answer, weight = answers[self.script[self.questions]]
        self.questions += 1
        self.weight *= weight
        return answer


def _measurable(strategy: Strategy | str) -> Strategy:
    known = one_strategy(strategy)
    if not known.is_pure:
        raise ParameterError(f"strategy {known} does not choose by the view alone: name one that does")
    return known
