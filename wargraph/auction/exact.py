"""Exact play of WAR with Auction Rounds between two players who start with the cards 1..m each.

The winner gets 1, the loser -1, and both get 0 if nobody has cards left. Hands and piles are open and choices are made
at the same time, so this is a zero-sum stochastic game (Shapley 1953) that pays at its end only: a recursive game
(Everett 1957). In every state both players play a matrix game, whose entries are the values of the states that may
follow. A recursive game has a value, but perhaps no optimal strategy: it seems that with six cards there are states in
which a player comes as near to the value as it likes and never attains it.

Endless play counts as a loss of player 1. Then the values grow from -1 as the matrix games are solved again and again
(de Alfaro, Henzinger and Kupferman 2007), which gives a stationary strategy. Its guarantee is computed apart: player 2
plays the strategy mirrored, and player 1 a best response. Every step of that computation gives an upper bound of the
value, now with endless play as a win of player 1, so a flaw in the solution could only widen the bounds. The mirror
gives the lower bounds. Where both bounds meet, it does not matter how endless play counts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.line_up import one_strategy
from wargraph.auction.rules import LAID_DOWN, Cards, Hands, State, without
from wargraph.auction.strategies import STRATEGIES, Dummy
from wargraph.auction.strategy import Strategy, View, checked_choice
from wargraph.campaign.run_options import RunOptions, Work
from wargraph.compute.kernel import array_kernel, inner_kernel, merged_kernel
from wargraph.core.checks import checked_whole
from wargraph.core.rng import EveryChance
from wargraph.errors import ParameterError, PositionError, TooLargeError, shown
from wargraph.report.document import Document, Table
from wargraph.report.estimates import rounded
from wargraph.report.humanize import counted
from wargraph.report.result import Result, Row, row_of

MOST_CARDS = 6
"""The largest number of cards of each player: its 328,743 states fit; one card more has about 17 times as many."""

TIED, LOST, WON = range(-3, 0)
"""The ends of the game, which follow all states."""

_PAYOFFS = (0.0, -1.0, 1.0)

_MOST_SWEEPS = 64  # more bring a strategy nearer to what it cannot attain, and games with it take ever longer
_MOST_REPLIES = 3000
_CHANGE = 1e-10  # below that, mixtures that leave a circle once in a billion rounds seem to get better still
_ROUNDING = 3e-14  # more than one step of a bound, a sum of at most 210 products below 1, can be rounded down

Numbers = NDArray[np.float64]


class MatrixGames(NamedTuple):
    """The matrix games of all states, in arrays for the kernel.

    The choices of player 1 are the rows of the matrices; they are numbered state after state, as in a strategy. Rows
    ``rows[s]`` to ``rows[s + 1]`` are those of state s, and ``entries[r]`` to ``entries[r + 1]`` the entries of row r
    in `children`: the states that may follow. `mirror` is the state with the players exchanged.
    """

    rows: NDArray[np.int64]
    entries: NDArray[np.int64]
    children: NDArray[np.int64]
    mirror: NDArray[np.int64]

    @classmethod
    def of(cls, m: int, show: Callable[[str], None]) -> "tuple[dict[State, int], MatrixGames]":
        """Search the states that the game with the cards 1..m can reach, breadth first; number them."""
        start = State.of([range(1, m + 1)] * 2)
        index, reached = {start: 0}, [start]
        rows, entries, children = [0], [0], list[int]()
        for state in reached:
            show(f"{len(reached):,} states found")
            own, other = choices(state, 0), choices(state, 1)
            for child in (next_state(state, chosen) for chosen in product(own, other)):
                if isinstance(child, State) and child not in index:
                    index[child] = len(reached)
                    reached.append(child)
                children.append(index[child] if isinstance(child, State) else child)
            rows.append(rows[-1] + len(own))
            entries += range(entries[-1] + len(other), len(children) + 1, len(other))
        mirrored = (State(state.hands[::-1], state.piles[::-1], *state[2:]) for state in reached)
        following = np.array(children) % (len(reached) + len(_PAYOFFS))
        return index, cls(np.array(rows), np.array(entries), following, np.array([index[each] for each in mirrored]))


class SolvedState(NamedTuple):
    """The strategy of player 1 in a state, and the value of the state.

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
    _strategy: Numbers = field(repr=False)
    _high: Numbers = field(repr=False)

    @property
    def states(self) -> int:
        """The number of states in which somebody has to choose."""
        return len(self._index)

    @property
    def mixing(self) -> int:
        """The number of states in which the strategy chooses at random."""
        supports = np.add.reduceat(self._strategy > 0, self._games.rows[:-1], dtype=np.int64)
        return int(np.count_nonzero(supports > 1))

    @property
    def certain(self) -> int:
        """The number of states in which player 1 wins with probability 1, as far as the bounds show (1 - 10^-9)."""
        return int(np.count_nonzero(self._high <= 1e-9 - 1))  # those in which player 2 does, by the mirror

    @property
    def low(self) -> float:
        """The guarantee of the strategy at the start if endless play counts as a loss, a bound of the value."""
        return -self.high

    @property
    def high(self) -> float:
        """The most that player 1 can get at the start against the strategy, even if endless play counts as a win."""
        return float(self._high[0])

    @property
    def widest(self) -> float:
        """The largest difference of the two bounds in any state."""
        return float((self._high + self._high[self._games.mirror]).max())

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
        first, stop = self._games.rows[number : number + 2]
        weights = zip(choices(state, 0), self._strategy[first:stop].tolist(), strict=True)
        high, mirrored = self._high[[number, self._games.mirror[number]]].tolist()
        return SolvedState({choice: weight for choice, weight in weights if weight > 0}, -mirrored, high)

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
        mixture: list[float] = []
        of_hands: dict[object, list[float]] = {}
        for state in self:
            seen = state.hands[0], state.is_war, len(state.choosing)
            weights = of_hands.get(seen) or _weights(known, rival, state)
            mixture += weights
            if type(known) is Dummy:  # it looks at its hand alone, and draws in many ways
                of_hands[seen] = weights
        optimal, worst = (-float(_bounds(self._games, np.array(mixture), own)[0]) for own in (self._strategy, None))
        return optimal, None if rival.was_asked else worst

    def rows(self) -> list[Row]:
        """Return one row: ``cards, states, mixing, certain, low, high, widest``."""
        bounds = {name: rounded(getattr(self, name)) for name in ("low", "high", "widest")}
        return [{"cards": self.m} | row_of(self, "states", "mixing", "certain", **bounds)]

    def opening_rows(self) -> list[Row]:
        """Return the strategy at the start, as rows ``card, probability``."""
        return [
            {"card": card, "probability": rounded(probability)}
            for card, probability in enumerate(self._strategy[: self.m].tolist(), start=1)
        ]

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
            f"m = {shown(m)}: it must be 1 to {MOST_CARDS}, as each further card multiplies the 328,743 states by 17"
        )
    checked_whole("m", m, 1, MOST_CARDS)
    solving = _Solving(m)
    with solving.watched(run_options):
        index, games = MatrixGames.of(m, solving.show)
        strategy = solved(games, solving.show)
        solving.show("finding what the strategy guarantees")
        return ExactPlay(m, index, games, strategy, _bounds(games, strategy))


@dataclass(eq=False)
class _Solving(Work):
    """The stages of the solution."""

    m: int
    stage: str = ""

    def __str__(self) -> str:
        return counted(self.m, "card")

    def partial_summary(self) -> str:
        return self.stage

    def show(self, stage: str) -> None:
        """Report how far the solution is."""
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
    if len(state.choosing) == 1:
        return sorted(set(combinations(hand, LAID_DOWN + 1)))
    return sorted({(*down, card) for card in set(hand) for down in combinations(without((card,), hand), LAID_DOWN)})


def next_state(state: State, chosen: Sequence[Cards]) -> State | int:
    """Return the state in which somebody chooses next, or the end that the choices of both players reach."""
    state = state.after({player: chosen[player] for player in state.choosing})
    while state.is_war and not state.choosing:  # the war leaves nobody
        state = state.after({})
    if state.is_war or len(state.contenders) == 2:
        return state
    return WON if state.hands[0] else LOST if state.hands[1] else TIED


def solved(games: MatrixGames, show: Callable[[str], None]) -> Numbers:
    """Return a strategy for player 1; `show` is called with a line of text as the solution proceeds.

    The mixture of a state is replaced only when that raises its value: a mixture that merely keeps the value may make
    the game go round in circles.
    """
    value = np.append(np.full(len(games.mirror), -1.0), _PAYOFFS)
    strategy, raised = np.zeros(games.rows[-1]), np.zeros(len(value), np.int64)
    strategy[games.rows[:-1]] = 1
    for sweep in range(1, _MOST_SWEEPS + 1):
        changes = _sweep(games, value, strategy, raised, sweep)
        show(f"{len(games.mirror):,} states, sweep {sweep}: {changes:,} values raised")
        if not changes:
            break
    return strategy


@array_kernel
def _sweep(games, value, strategy, raised, sweep):
    """Raise values to those of the matrix games, adopt the mixtures that do so, and return how many values were raised.

    The states that were found last come first, because they are nearest to the end. `raised` has for each state the
    last sweep that raised its value.
    """
    changes = 0
    for state in range(len(games.mirror) - 1, -1, -1):
        first, stop = games.rows[state], games.rows[state + 1]
        children = games.children[games.entries[first] : games.entries[stop]]
        if not (raised[children] >= sweep - 1).any():
            continue
        payoffs = value[children].reshape((stop - first, len(children) // (stop - first)))
        surest, worth, most = _saddle(payoffs)
        if most <= value[state] + _CHANGE:
            continue
        mixture = np.zeros(len(payoffs))
        mixture[surest] = 1.0  # a correct bound, whatever becomes of a better mixture
        if worth < most:
            better, guaranteed = _best_mixture(payoffs), most
            for column in payoffs.T:
                guaranteed = min(guaranteed, (better * column).sum())
            if guaranteed > worth:
                worth, mixture = guaranteed, better
        if worth > value[state] + _CHANGE:
            changes += 1
            value[state], raised[state], strategy[first:stop] = worth, sweep, mixture
    return changes


@merged_kernel
def _saddle(payoffs):
    """Return the row with the largest minimum, that minimum, and the smallest maximum of a column."""
    surest, low, high = 0, -np.inf, np.inf
    for row in range(len(payoffs)):
        if payoffs[row].min() > low:
            surest, low = row, payoffs[row].min()
    for column in payoffs.T:
        high = min(high, column.max())
    return surest, low, high


@merged_kernel
def _best_mixture(payoffs):
    """Return an optimal mixture of the rows by the simplex method (Dantzig 1951) with Bland's rule against cycling.

    All payoffs are raised by 2. The linear program looks for nonnegative weights of the columns with the largest sum
    that give no row more than 1. The mixture of the rows is its dual solution, scaled to the sum 1; it stands in the
    last row of the tableau. SciPy's HiGHS finds other optimal strategies where there are several, and takes longer.
    """
    rows, columns = payoffs.shape
    tableau = np.zeros((rows + 1, columns + rows + 1))
    tableau[rows, :columns] = -1.0
    for row in range(rows):
        tableau[row, columns + row] = tableau[row, -1] = 1.0
        for column in range(columns):
            tableau[row, column] = payoffs[row, column] + 2.0
    basis = np.arange(columns, columns + rows)
    for _ in range(1000):
        entering = np.argmax(tableau[rows, :-1] <= -1e-12)
        leaving = _leaving(tableau, basis, entering)
        if tableau[rows, entering] > -1e-12 or leaving < 0:
            break
        basis[leaving] = entering
        tableau[leaving] /= tableau[leaving, entering]
        for row in range(rows + 1):
            factor = tableau[row, entering] * (row != leaving)
            for column in range(columns + rows + 1):
                tableau[row, column] -= factor * tableau[leaving, column]
    weights = tableau[rows, columns:-1] * (tableau[rows, columns:-1] > 1e-12)
    return weights / weights.sum()


@inner_kernel
def _leaving(tableau, basis, entering):
    """Return the row whose variable leaves the basis for another one, or -1 if there is none."""
    leaving, least = -1, np.inf
    for row in range(len(basis)):
        if tableau[row, entering] > 1e-9:
            ratio = tableau[row, -1] / tableau[row, entering]
            if ratio < least or (ratio == least and basis[row] < basis[leaving]):
                leaving, least = row, ratio
    return leaving


def _bounds(games: MatrixGames, mirrored: Numbers, own: Numbers | None = None) -> Numbers:
    """Return upper bounds of what player 1 gets in every state if player 2 plays the strategy `mirrored`.

    Player 1 plays its `own` strategy, or by default a best response. Endless play counts as a win.
    """
    from scipy.sparse import csr_array  # here, as it is needed only at the end

    states = len(games.mirror)
    shifts = np.repeat(games.rows[games.mirror], np.diff(games.rows)) - games.entries[:-1]
    weights = mirrored[np.arange(len(games.children)) + np.repeat(shifts, np.diff(games.entries))]
    shape = len(shifts), states + len(_PAYOFFS)
    followers = csr_array((weights, games.children, games.entries), shape, copy=True)
    followers.eliminate_zeros()
    high = np.ones(states)
    for _ in range(_MOST_REPLIES):
        payoffs = followers @ np.append(high, _PAYOFFS)
        if own is None:
            following = np.maximum.reduceat(payoffs, games.rows[:-1])
        else:
            following = np.add.reduceat(own * payoffs, games.rows[:-1])
        before, high = high, np.minimum(high, following + _ROUNDING)
        if np.max(before - high) < _ROUNDING:
            break
    return high


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


def _weights(strategy: Strategy, rival: Strategy, state: State) -> list[float]:
    """Return the probability of each choice of a strategy as player 1."""
    weights = dict.fromkeys(choices(state, 0), 0.0)
    if len(weights) == 1:  # it may be no choice
        return [1.0]
    for line in EveryChance.lines():
        *laid_down, card = checked_choice(strategy, View(0, (strategy, rival), (line,) * 4, *state))
        is_alone = len(state.choosing) == 1
        choice = sorted([*laid_down, card]) if is_alone else [*sorted(laid_down), card]
        weights[tuple(choice)] += line.weight
    return [*weights.values()]
