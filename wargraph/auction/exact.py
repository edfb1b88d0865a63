"""Exact play of WAR with Auction Rounds: two players who start with the cards 1..m each.

The winner gets 1, the loser -1, and 0 goes to both if nobody has cards left. Hands and piles are open and choices are
made at once, so this is a zero-sum stochastic game (Shapley, "Stochastic games", 1953) that is paid at its end only, a
recursive game (Everett, "Recursive games", 1957). In every state both play a matrix game, of which the values of the
states that may follow are the entries. A recursive game has a value, but perhaps no optimal strategy: it seems that
with six cards there are states where a player comes as near to the value as it likes and never attains it.

Endless play counts as a loss of player 1. Then the values grow from -1 under repeated solving of the matrix games
(de Alfaro, Henzinger and Kupferman, "Concurrent reachability games", 2007), which gives a stationary strategy. What
that guarantees is computed apart, against the best response, and grows from -1 as well. Every step of this is a lower
bound of the value, so a flaw in the solution could only widen the bounds. The mirrored strategy gives the upper bounds,
of the value with endless play as a win of player 1: if both bounds meet, it does not matter how endless play counts.
"""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.line_up import one_strategy
from wargraph.auction.mixture import Answers
from wargraph.auction.rules import Cards
from wargraph.auction.solution import guaranteed, solved
from wargraph.auction.states import PAYOFFS, Games, State, all_states, sorted_state, starting_state
from wargraph.auction.strategies import BUILT_IN
from wargraph.auction.strategy import Strategy, View
from wargraph.campaign.run_options import RunOptions, Work, monitor
from wargraph.core.checks import checked_whole
from wargraph.errors import ParameterError, PositionError, TooLargeError, shown
from wargraph.report.document import Document, Table
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row
from wargraph.stats.estimates import rounded

MOST_CARDS = 6
"""Cards of each player up to which the states fit: 328,743 of them; there are about 17 times as many for one more."""

_SURE = 1e-9


@dataclass(frozen=True)
class ExactPlay(Result):
    """The solution of the game: a strategy, and bounds of the value of every state.

    Attributes
    ----------
    m
        Each player starts with the cards 1..m.
    states
        Number of states in which somebody has to choose.
    mixing
        In how many of them the strategy leaves the choice to chance.
    certain
        From how many player 1 wins with probability 1, as far as the bounds tell (at least 1 - 10^-9).
    low
        What the strategy guarantees at the start if endless play counts as a loss. The value with endless play as a
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
    _games: Games = field(repr=False)
    _strategy: NDArray[np.float64] = field(repr=False)
    _guaranteed: NDArray[np.float64] = field(repr=False)

    @property
    def high(self) -> float:
        """What player 1 can get at the start at most, against the strategy, even if endless play counts as a win."""
        return -self.low

    @property
    def start(self) -> State:
        """Where the game starts."""
        return starting_state(self.m)

    def __iter__(self) -> Iterator[State]:
        """All states, by the number of rounds and wars that they are from the start at least."""
        return iter(self._index)

    def __contains__(self, state: object) -> bool:
        """Whether the game comes into this state; cards are sorted in it."""
        return state in self._index

    def choices(
        self,
        hands: Sequence[Sequence[int]],
        piles: Sequence[Sequence[int]] = ((), ()),
        table: Sequence[int] = (),
        is_war: bool = False,
    ) -> dict[Cards, float]:
        """How the strategy plays as player 1: the choices with a probability above 0, and the probabilities.

        Parameters
        ----------
        hands, piles, table, is_war
            The state, as in `State`; cards in any order.

        Returns
        -------
        dict
            Probabilities by choice: ``(card,)`` in a round, four cards in a war, the one that is played last;
            ``()`` for a player who is out of the war.

        Raises
        ------
        PositionError
            If the game from 1..m cards does not come into this state.

        Examples
        --------
        >>> exact_play(4).choices([(1, 4), (2, 3)], [(), (1, 2, 3, 4)])
        {(1,): 1.0}
        """
        state = self._found(hands, piles, table, is_war)
        offset = self._games.offset[self._index[state]]
        chosen = state.choices(0)
        weights = self._strategy[offset : offset + len(chosen)].tolist()
        return {choice: weight for choice, weight in zip(chosen, weights, strict=True) if weight > 0}

    def value_of(
        self,
        hands: Sequence[Sequence[int]],
        piles: Sequence[Sequence[int]] = ((), ()),
        table: Sequence[int] = (),
        is_war: bool = False,
    ) -> tuple[float, float]:
        """Bounds of the value of a state for player 1: probability to win minus probability to lose.

        Parameters, errors: as for `choices`.

        Returns
        -------
        tuple
            What the strategy guarantees if endless play is a loss, and what the mirrored one does not let player 1
            exceed even if endless play is a win.

        Examples
        --------
        >>> low, high = exact_play(3).value_of([(1, 3), (2, 3)], [(1, 2), ()])
        >>> round(low, 6), round(high, 6)
        (0.611858, 1.0)
        """
        state = self._index[self._found(hands, piles, table, is_war)]
        return float(self._guaranteed[state]), -float(self._guaranteed[self._games.mirror[state]])

    def worst_case(self, strategy: Strategy | str) -> float | None:
        """What a strategy gets at the start against a best response, endless play being a loss; -1 if it always loses.

        Parameters
        ----------
        strategy
            One that draws no random numbers, or says its `probabilities`; or a name.

        Returns
        -------
        float or None
            None for one that asks its rival, as an `Adversary` does: its choices are not its own.

        Raises
        ------
        ParameterError
            If the strategy does not choose by the view alone, or does not say what random numbers it draws.

        Examples
        --------
        >>> exact_play(4).worst_case("Min")
        -1.0
        """
        known = _known(strategy)
        return None if known.asks_rivals else self._start_value(self._mixture(known), is_best=True)

    def against_optimal(self, strategy: Strategy | str) -> float:
        """What a strategy gets at the start against the strategy found here, endless play being a loss.

        Parameters, errors: as for `worst_case`. A strategy that asks is told an answer that the strategy found here
        draws for it, and that has nothing to do with what is played then. There are several optimal strategies, which
        make more or less of a mistake: this is what the one found here makes of it.

        Examples
        --------
        >>> round(exact_play(4).against_optimal("SimpleMinded2"), 6)
        -0.800949
        """
        return self._start_value(self._mixture(_known(strategy)), is_best=False)

    def rows(self) -> list[Row]:
        """One row ``cards, states, mixing, certain, low, high, widest``."""
        return [
            {
                "cards": self.m,
                "states": self.states,
                "mixing": self.mixing,
                "certain": self.certain,
                "low": rounded(self.low),
                "high": rounded(self.high),
                "widest": rounded(self.widest),
            }
        ]

    def opening_rows(self) -> list[Row]:
        """The strategy at the start, as rows ``card, probability``."""
        chosen = self.choices(self.start.hands)
        return [{"card": card, "probability": rounded(chosen.get((card,), 0.0))} for card in range(1, self.m + 1)]

    def strategy_rows(self, strategies: Sequence[Strategy | str] = BUILT_IN) -> list[Row]:
        """How far strategies are from optimal, as rows ``strategy, against_optimal, worst_case``."""
        return [
            {
                "strategy": known.name,
                "against_optimal": rounded(self.against_optimal(known)),
                "worst_case": None if worst is None else rounded(worst),
            }
            for known in map(_known, strategies)
            for worst in [self.worst_case(known)]
        ]

    def document(self, strategies: Sequence[Strategy | str] = ()) -> Document:
        """The value, an optimal opening and, if strategies are named, how far they are from it."""
        return Document(
            [
                Table(
                    "summary",
                    self.rows(),
                    f"Two players with the cards 1..{self.m}; low and high: bounds of the value at the start",
                ),
                Table("opening", self.opening_rows(), "An optimal opening"),
                Table(
                    "strategies",
                    self.strategy_rows(strategies),
                    "Known strategies: value at the start against the optimal one, and against a best response",
                ),
            ]
        )

    def _found(
        self, hands: Sequence[Sequence[int]], piles: Sequence[Sequence[int]], table: Sequence[int], is_war: bool
    ) -> State:
        try:
            state = sorted_state(hands, piles, table, is_war)
        except (TypeError, ValueError):
            raise PositionError(
                f"hands {shown(hands)}, piles {shown(piles)}, table {shown(table)} are no state: give two hands, two "
                "piles and the table as lists of cards; a State goes in as choices(*state)"
            ) from None
        if state not in self._index:
            raise PositionError(
                f"state {shown(tuple(state))} does not occur between two players who start with 1..{self.m}, or nobody "
                "chooses there: give what both hold, the table, and whether it is a war"
            )
        return state

    def _mixture(self, strategy: Strategy) -> NDArray[np.float64]:
        """The probabilities with which a strategy makes each choice as player 1, laid out as `_strategy` is."""
        mixture = np.zeros_like(self._strategy)
        rival = Answers(Optimal(self).probabilities)
        for state, index in self._index.items():
            chosen = state.choices(0)
            weights = {chosen[0]: 1.0} if len(chosen) == 1 else rival.choices_of(strategy, state)
            for choice, weight in weights.items():
                mixture[self._games.offset[index] + chosen.index(choice)] = weight
        return mixture

    def _start_value(self, mixture: NDArray[np.float64], is_best: bool) -> float:
        return float(guaranteed(self._games, mixture, self._strategy, is_best)[self._index[self.start]])


def exact_play(m: int, run_options: RunOptions | None = None) -> ExactPlay:
    """Solve the game of two players with the cards 1..m each.

    Parameters
    ----------
    m
        Number of cards of each player, up to 6, which takes a minute or two; 5 take seconds.
    run_options
        Who is told how far it is; a single thread works.

    Returns
    -------
    ExactPlay
        The strategy, and the bounds that it proves.

    Raises
    ------
    ParameterError
        If `m` is no whole number from 1 on.
    TooLargeError
        If it is above 6.
    Interrupted
        On Ctrl-C, with what was being done.

    See Also
    --------
    tournament

    Examples
    --------
    With three cards it matters how endless play counts; with four there is an optimal strategy that makes the game end.

    >>> for m in (3, 4):
    ...     print(round(exact_play(m).low, 6) + 0.0)
    -0.076642
    0.0
    >>> for row in exact_play(4).opening_rows():
    ...     print(row["card"], row["probability"])
    1 0.0
    2 0.509938
    3 0.0042591
    4 0.485803
    """
    check_cards(m)
    solving = _Solving(m)
    with monitor(solving, run_options):
        solving.tell(f"looking for the states of {m} cards")
        index, games = all_states(m)
        solving.tell(f"{len(index):,} states: solving their matrix games")
        strategy = solved(games, solving.tell)
        solving.tell("finding what the strategy guarantees")
        bound = guaranteed(games, strategy, strategy, True)
    supports = np.add.reduceat(strategy > 0, games.offset[len(PAYOFFS) :], dtype=np.int64)
    gap = -bound[games.mirror] - bound
    return ExactPlay(
        m,
        len(index),
        int(np.count_nonzero(supports > 1)),
        int(np.count_nonzero(bound[len(PAYOFFS) :] >= 1 - _SURE)),
        float(bound[len(PAYOFFS)]),
        float(gap.max()),
        index,
        games,
        strategy,
        bound,
    )


class _Solving(Work):
    """The solution in its stages, which are told as they come."""

    def __init__(self, m: int) -> None:
        self.m = m
        self.stage = ""

    def __str__(self) -> str:
        return counted(self.m, "card")

    def partial_summary(self) -> str:
        return self.stage

    def next_report(self, seconds: float) -> float:
        return seconds

    def tell(self, stage: str) -> None:
        """What is being done."""
        self.stage = stage
        self.poll()


def check_cards(m: int) -> None:
    """Refuse, with a `ParameterError` or `TooLargeError`, numbers of cards that cannot be solved."""
    if isinstance(m, int) and m > MOST_CARDS:
        raise TooLargeError(
            f"m = {shown(m)}: exact play has 328,743 states with 6 cards, and 17 times as many with each card more: "
            f"take 1 to {MOST_CARDS}"
        )
    checked_whole("m", m, 1, MOST_CARDS)


class Optimal(Strategy):
    """Plays the strategy of an `ExactPlay`; it cannot play any other game.

    Parameters
    ----------
    play
        The solution of the game of two players that is to be played.

    Examples
    --------
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
        """As the solution chooses in what the view shows.

        In a war an `Adversary` asks what would be played as a single card if it held three cards less. The game has no
        such state, and the solution no answer: it is told the smallest card.
        """
        if len(view.hands) != 2:
            raise ParameterError(f"strategy Optimal plays against one other, and there are {len(view.hands)} players")
        order = (view.player, 1 - view.player)
        hands, piles = ([cards[player] for player in order] for cards in (view.hands, view.piles))
        if view.is_question and sorted_state(hands, piles, view.table, view.is_war) not in self.play:
            return {view.hand[:1]: 1.0}
        return self.play.choices(hands, piles, view.table, view.is_war)

    def _drawn(self, view: View) -> Cards:
        *chosen, last = self.probabilities(view).items()
        if not chosen:
            return last[0]
        sums = list(accumulate(weight for _, weight in chosen))
        return [*chosen, last][bisect(sums, view.chance.word() / 2**64)][0]


def _known(strategy: Strategy | str) -> Strategy:
    """A strategy that can be measured, or a `ParameterError`."""
    known = one_strategy(strategy)
    if not known.is_pure:
        raise ParameterError(f"strategy {known} does not choose by the view alone: name one that does")
    return known
