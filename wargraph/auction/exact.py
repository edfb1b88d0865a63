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
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import LAID_DOWN, Hand, enter_war, lay, tied_players
from wargraph.auction.strategies import (
    Adversary,
    Dummy,
    Human,
    Strategy,
    View,
    checked_card,
    checked_war_cards,
)
from wargraph.errors import ParameterError, PositionError, TooLargeError, shown
from wargraph.kernel import inner_kernel, kernel
from wargraph.results import Result, Row
from wargraph.simulation.chance import Chance
from wargraph.simulation.game import checked_whole

MOST_CARDS = 6
"""Cards of each player up to which the states fit: 321,103 of them; there are about 17 times as many for one more."""

BUILT_IN = ("Min", "Max", "Dummy", "SimpleMinded1", "SimpleMinded2", "Adversary")
"""The strategies that are measured if none are named."""

_WON, _LOST, _TIED = range(3)
_PAYOFFS = (1.0, -1.0, 0.0)
_MOST_SWEEPS = 64  # more bring a strategy nearer to what it cannot attain, and games with it take ever longer
_MOST_REPLIES = 3000
_CHANGE = 1e-10  # below that, mixtures that leave a circle once in a billion rounds seem to get better still
_ROUNDING = 3e-14  # more than one step of a guarantee, a sum of at most 210 products below 1, can be rounded up
_SURE = 1e-9


class State(NamedTuple):
    """What players see when they have to choose.

    Attributes
    ----------
    hands, piles
        Of the two players, smallest card first.
    table
        What is to be won besides the cards that are chosen now, smallest card first.
    is_war
        Whether cards for a war are to be chosen: four by each player who has cards in hand.
    """

    hands: tuple[Hand, Hand]
    piles: tuple[Hand, Hand] = ((), ())
    table: Hand = ()
    is_war: bool = False

    @property
    def mirrored(self) -> "State":
        """The state with the players exchanged."""
        return State(self.hands[::-1], self.piles[::-1], self.table, self.is_war)

    @property
    def choosing(self) -> tuple[int, ...]:
        """The players who choose, from 0 on."""
        return tuple(player for player, hand in enumerate(self.hands) if hand)

    def choices(self, player: int) -> list[Hand]:
        """What a player may choose: a card; in a war three cards and the one played; nothing if it is out of the war.

        Of somebody alone in a war the four cards are taken to be sorted, for it does not matter which is played.

        >>> State(((2, 2, 3), (4,))).choices(0)
        [(2,), (3,)]
        """
        return sorted(set(self.ways(player)))

    def ways(self, player: int) -> Iterator[Hand]:
        """The choices of a player, each as often as its cards can be picked."""
        hand = self.hands[player]
        if not self.is_war:
            yield from ((card,) for card in hand)
        elif not hand:
            yield ()
        else:
            for cards in combinations(hand, LAID_DOWN + 1):
                yield from [cards] if len(self.choosing) == 1 else _each_played(cards)


def _each_played(cards: Hand) -> Iterator[Hand]:
    """Four cards of a war, with each of them played in turn."""
    for place, card in enumerate(cards):
        yield (*cards[:place], *cards[place + 1 :], card)


class _Games(NamedTuple):
    """The matrix games of all states, as kernels want them. The first three states are the ends of the game.

    Attributes
    ----------
    rows, columns
        int64 arrays: the number of choices of either player in a state, 0 at an end.
    first, offset
        int64 arrays: where the entries of a state are in `children`, and its choices in a strategy.
    children
        int64 array: the states that follow, row by row, state after state.
    mirror
        int64 array: the state with the players exchanged.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    first: NDArray[np.int64]
    offset: NDArray[np.int64]
    children: NDArray[np.int64]
    mirror: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
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
    _games: _Games = field(repr=False)
    _strategy: NDArray[np.float64] = field(repr=False)
    _guaranteed: NDArray[np.float64] = field(repr=False)

    @property
    def high(self) -> float:
        """What player 1 can get at the start at most, against the strategy, even if endless play counts as a win."""
        return -self.low

    @property
    def start(self) -> State:
        """Where the game starts."""
        return _start(self.m)

    def __iter__(self) -> Iterator[State]:
        """All states, by the number of rounds and wars that they are from the start at least."""
        return iter(self._index)

    def choices(
        self,
        hands: Sequence[Sequence[int]],
        piles: Sequence[Sequence[int]] = ((), ()),
        table: Sequence[int] = (),
        is_war: bool = False,
    ) -> dict[Hand, float]:
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
            One that chooses by the view alone, or `Dummy`, or a name.

        Returns
        -------
        float or None
            None for an `Adversary`, whose choices are those of its rival.

        Raises
        ------
        ParameterError
            If the strategy is a `Human` or draws random numbers, other than `Dummy`.

        Examples
        --------
        >>> exact_play(4).worst_case("Min")
        -1.0
        """
        known = _known(strategy)
        return None if isinstance(known, Adversary) else self._start_value(self._mixture(known), is_best=True)

    def against_optimal(self, strategy: Strategy | str) -> float:
        """What a strategy gets at the start against the strategy found here, endless play being a loss.

        Parameters, errors: as for `worst_case`. An `Adversary` is told an answer that the strategy found here draws
        for it, and that has nothing to do with what is played then. There are several optimal strategies, which make
        more or less of a mistake: this is what the one found here makes of it.

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
                "low": self.low,
                "high": self.high,
                "widest": self.widest,
            }
        ]

    def opening_rows(self) -> list[Row]:
        """The strategy at the start, as rows ``card, probability``."""
        chosen = self.choices(self.start.hands)
        return [{"card": card, "probability": chosen.get((card,), 0.0)} for card in range(1, self.m + 1)]

    def strategy_rows(self, strategies: Sequence[Strategy | str] = BUILT_IN) -> list[Row]:
        """How far strategies are from optimal, as rows ``strategy, against_optimal, worst_case``."""
        return [
            {
                "strategy": known.name,
                "against_optimal": self.against_optimal(known),
                "worst_case": self.worst_case(known),
            }
            for known in map(_known, strategies)
        ]

    def _found(
        self, hands: Sequence[Sequence[int]], piles: Sequence[Sequence[int]], table: Sequence[int], is_war: bool
    ) -> State:
        state = _sorted_state(hands, piles, table, is_war)
        if state not in self._index:
            raise PositionError(
                f"state {shown(tuple(state))} does not occur: two players who start with 1..{self.m} never see it; "
                "give what both hold, the table, and whether it is a war"
            )
        return state

    def _mixture(self, strategy: Strategy) -> NDArray[np.float64]:
        """The probabilities with which a strategy makes each choice as player 1, laid out as `_strategy` is."""
        mixture = np.zeros_like(self._strategy)
        for state, index in self._index.items():
            chosen = state.choices(0)
            for choice, weight in self._distribution(strategy, state, chosen).items():
                mixture[self._games.offset[index] + chosen.index(choice)] = weight
        return mixture

    def _distribution(self, strategy: Strategy, state: State, chosen: list[Hand]) -> dict[Hand, float]:
        if len(chosen) == 1:
            return {chosen[0]: 1.0}
        if isinstance(strategy, Dummy):
            counts = Counter(state.ways(0))
            return {choice: count / counts.total() for choice, count in counts.items()}
        if isinstance(strategy, Adversary):
            return self._told(strategy, state)
        return {_choice(strategy, state, strategy): 1.0}

    def _told(self, strategy: Strategy, state: State) -> dict[Hand, float]:
        """The choices of a strategy that asks, over all answers it may be given."""
        weights: Counter[Hand] = Counter()
        scripts: list[tuple[int, ...]] = [()]
        while scripts:
            rival = _Answers(self, scripts.pop())
            weights[_choice(strategy, state, rival)] += rival.weight  # type: ignore[assignment]
            scripts += rival.others
        return dict(weights)

    def _start_value(self, mixture: NDArray[np.float64], is_best: bool) -> float:
        return float(_guaranteed(self._games, mixture, self._strategy, is_best)[self._index[self.start]])


def exact_play(m: int, watch: Callable[[str], None] | None = None) -> ExactPlay:
    """Solve the game of two players with the cards 1..m each.

    Parameters
    ----------
    m
        Number of cards of each player, up to 6, which takes a minute or two; 5 take seconds.
    watch
        Told what is being done.

    Returns
    -------
    ExactPlay
        The strategy, and the bounds that it proves.

    Raises
    ------
    ParameterError
        If `m` is no whole number from 1 to 13.
    TooLargeError
        If it is above 6.

    Examples
    --------
    With three cards it matters how endless play counts; with four there is an optimal strategy that makes the game end.

    >>> for m in (3, 4):
    ...     print(round(exact_play(m).low, 6) + 0.0)
    -0.076642
    0.0
    >>> for row in exact_play(4).opening_rows():
    ...     print(row["card"], round(row["probability"], 6))
    1 0.0
    2 0.509938
    3 0.004259
    4 0.485803
    """
    checked_whole("m", m, 1, 13)
    if m > MOST_CARDS:
        raise TooLargeError(
            f"m = {m}: exact play has some {19 * 17 ** (m - 5) // 1000:,} million states, more than fit: "
            f"take 1 to {MOST_CARDS} cards"
        )
    tell = watch or (lambda _: None)
    tell(f"looking for the states of {m} cards")
    index, games = _all_states(m)
    tell(f"{len(index):,} states: solving their matrix games")
    strategy = _solved(games, tell)
    tell("finding what the strategy guarantees")
    guaranteed = _guaranteed(games, strategy, strategy, True)
    supports = np.add.reduceat(strategy > 0, games.offset[len(_PAYOFFS) :], dtype=np.int64)
    gap = -guaranteed[games.mirror] - guaranteed
    return ExactPlay(
        m,
        len(index),
        int(np.count_nonzero(supports > 1)),
        int(np.count_nonzero(guaranteed[len(_PAYOFFS) :] >= 1 - _SURE)),
        float(guaranteed[len(_PAYOFFS)]),
        float(gap.max()),
        index,
        games,
        strategy,
        guaranteed,
    )


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

    is_pure = True

    def __init__(self, play: ExactPlay) -> None:
        self.play = play

    def card(self, view: View) -> int:
        return self._drawn(view, False)[0]

    def war_cards(self, view: View) -> Sequence[int]:
        return self._drawn(view, True)

    def _drawn(self, view: View, is_war: bool) -> Hand:
        *chosen, last = _seen_choices(self.play, view, is_war).items()
        if not chosen:
            return last[0]
        sums = list(accumulate(weight for _, weight in chosen))
        return [*chosen, last][bisect(sums, view.chance.word() / 2**64)][0]


class _Answers(Strategy):
    """Answers as the solution does, but by a script instead of by chance, and notes what else it could have said.

    Parameters
    ----------
    play
        The solution.
    script
        Which of the possible answers to give, question by question; after its end the first one.
    """

    is_pure = True

    def __init__(self, play: ExactPlay, script: tuple[int, ...]) -> None:
        self.play = play
        self.script = script
        self.asked = 0
        self.weight = 1.0
        self.others: list[tuple[int, ...]] = []

    def card(self, view: View) -> int:
        return self._answer(view, False)[0]

    def war_cards(self, view: View) -> Sequence[int]:
        return self._answer(view, True)

    def _answer(self, view: View, is_war: bool) -> Hand:
        answers = list(_seen_choices(self.play, view, is_war).items())
        if self.asked == len(self.script):
            self.others += [(*self.script, other) for other in range(1, len(answers))]
            self.script += (0,)
        answer, weight = answers[self.script[self.asked]]
        self.asked += 1
        self.weight *= weight
        return answer


def _seen_choices(play: ExactPlay, view: View, is_war: bool) -> dict[Hand, float]:
    """How the solution plays in what a player sees."""
    if len(view.hands) != 2:
        raise ParameterError(f"strategy Optimal plays against one other, and there are {len(view.hands)} players")
    order = (view.player, 1 - view.player)
    hands, piles = ([cards[player] for player in order] for cards in (view.hands, view.piles))
    return play.choices(hands, piles, view.table, is_war)


def _known(strategy: Strategy | str) -> Strategy:
    """A strategy that can be measured, or a `ParameterError`."""
    known = LineUp.parse([strategy, strategy])[0]
    if isinstance(known, Human):
        raise ParameterError("strategy Human cannot be asked about every state: name another one")
    return known


def _choice(strategy: Strategy, state: State, rival: Strategy) -> Hand:
    """What a strategy chooses as player 1."""
    chance = Chance()
    drawn = chance.state
    view = View(0, state.hands, state.piles, state.table, state.choosing, (strategy, rival), chance)
    choice = checked_war_cards(strategy, view) if state.is_war else (checked_card(strategy, view),)
    if chance.state != drawn:
        raise ParameterError(
            f"strategy {strategy.name} draws random numbers: of those that do, only Dummy can be measured exactly"
        )
    if state.is_war and len(state.choosing) == 1:
        return tuple(sorted(choice))
    return (*sorted(choice[:-1]), choice[-1])


def _sorted_state(
    hands: Sequence[Sequence[int]], piles: Sequence[Sequence[int]], table: Sequence[int], is_war: bool
) -> State:
    left, right = (tuple(sorted(hand)) for hand in hands)
    own, other = (tuple(sorted(pile)) for pile in piles)
    return State((left, right), (own, other), tuple(sorted(table)), is_war)


def _start(m: int) -> State:
    hand = tuple(range(1, m + 1))
    return State((hand, hand))


def _all_states(m: int) -> tuple[dict[State, int], _Games]:
    """The states that can be reached, by breadth-first search, and their matrix games."""
    start = _start(m)
    index = {start: len(_PAYOFFS)}
    reached = [start]
    rows, columns, children = [0] * len(_PAYOFFS), [0] * len(_PAYOFFS), []
    for state in reached:
        own, other = state.choices(0), state.choices(1)
        rows.append(len(own))
        columns.append(len(other))
        for choice in own:
            for reply in other:
                child = _following(state, (choice, reply))
                if isinstance(child, State):
                    if child not in index:
                        index[child] = len(_PAYOFFS) + len(reached)
                        reached.append(child)
                    children.append(index[child])
                else:
                    children.append(child)
    mirror = [_LOST, _WON, _TIED, *(index[state.mirrored] for state in reached)]
    sizes = np.array([rows, columns], np.int64)
    first, offset = (np.concatenate([[0], np.cumsum(size)[:-1]]) for size in (sizes.prod(axis=0), sizes[0]))
    return index, _Games(sizes[0], sizes[1], first, offset, np.array(children, np.int64), np.array(mirror, np.int64))


def _following(state: State, chosen: tuple[Hand, Hand]) -> State | int:
    """The state after both have chosen, or the end that is reached."""
    laid = {player: chosen[player] for player in state.choosing}
    hands, table = lay(laid, state.hands, state.table)
    tied = tied_players(laid)
    if len(tied) > 1:
        hands, table, fighters = enter_war(tied, hands, table)
        if fighters:
            return _sorted_state(hands, state.piles, table, True)
        tied = []
    piles = [(*pile, *table) if player in tied else pile for player, pile in enumerate(state.piles)]
    held = [hand or pile for hand, pile in zip(hands, piles, strict=True)]
    if not all(held):
        return _WON if held[0] else _LOST if held[1] else _TIED
    left = [pile if hand else () for hand, pile in zip(hands, piles, strict=True)]
    return _sorted_state(held, left, () if tied else table, False)


def _solved(games: _Games, tell: Callable[[str], None]) -> NDArray[np.float64]:
    """A strategy for player 1.

    The mixture of a state is replaced only when it raises the value: one that merely keeps it may go round in circles.
    """
    value = _lowest(games)
    strategy = np.zeros(games.rows.sum())
    strategy[games.offset[len(_PAYOFFS) :]] = 1
    raised = np.zeros(len(value), np.int64)
    for sweep in range(1, _MOST_SWEEPS + 1):
        states, change = _sweep(games, value, strategy, raised, sweep, _CHANGE)
        if not sweep & (sweep - 1):
            tell(f"sweep {sweep}: {states:,} values raised, by up to {change:.1e}")
        if not states:
            break
    return strategy


def _guaranteed(
    games: _Games, strategy: NDArray[np.float64], opposite: NDArray[np.float64], is_best: bool
) -> NDArray[np.float64]:
    """Lower bounds of what a strategy gets from every state, against the best response or an opposite strategy."""
    value = _lowest(games)
    for _ in range(_MOST_REPLIES):
        following = _reply(games, value, strategy, opposite, is_best, _ROUNDING)
        is_settled = np.max(following - value) < _ROUNDING
        value = following
        if is_settled:
            break
    return value


def _lowest(games: _Games) -> NDArray[np.float64]:
    """The payoffs at the ends, and -1 in all states."""
    value = np.full(len(games.rows), -1.0)
    value[: len(_PAYOFFS)] = _PAYOFFS
    return value


@kernel
def _reply(games, value, strategy, opposite, is_best, rounding):  # type: ignore[no-untyped-def]
    """What the strategy gets from every state if the states that follow are worth `value`, rounded down."""
    following = value.copy()
    for state in range(len(value)):
        rows, columns = games.rows[state], games.columns[state]
        if not columns:
            continue
        best, mean = 1.0, 0.0
        for column in range(columns):
            payoff = 0.0
            for row in range(rows):
                child = games.children[games.first[state] + row * columns + column]
                payoff += strategy[games.offset[state] + row] * value[child]
            best = min(best, payoff)
            mean += opposite[games.offset[games.mirror[state]] + column] * payoff
        following[state] = max(value[state], (best if is_best else mean) - rounding)
    return following


@kernel
def _sweep(games, value, strategy, raised, sweep, least_change):  # type: ignore[no-untyped-def]
    """Raise values to those of the matrix games, and take over the mixtures that do it; how many, and how far.

    The states found last come first, they are nearest to the end. `raised` has the sweep that raised a value last.
    """
    count, change = 0, 0.0
    size = games.rows.max() + games.columns.max() + 1
    tableau = np.empty((size, 2 * size))
    basis = np.empty(size, np.int64)
    mixture = np.empty(size)
    for state in range(len(value) - 1, -1, -1):
        rows, columns, first = games.rows[state], games.columns[state], games.first[state]
        is_stale = sweep == 1
        for entry in range(first, first + rows * columns):
            is_stale |= raised[games.children[entry]] >= sweep - 1
        if not columns or not is_stale:
            continue
        surest, low, high = _saddle(games, value, state)
        if high <= value[state] + least_change:
            continue
        is_mixed = False
        if low < high:
            _mix(games, value, state, tableau, basis, mixture)
            worth = high
            for column in range(columns):
                payoff = 0.0
                for row in range(rows):
                    payoff += mixture[row] * value[games.children[first + row * columns + column]]
                worth = min(worth, payoff)
            is_mixed = worth > low
        if not is_mixed:  # no saddle point is missed: what the surest row gets is right, whatever became of the mixture
            worth = low
            mixture[:rows] = 0.0
            mixture[surest] = 1.0
        if worth > value[state] + least_change:
            count += 1
            change = max(change, worth - value[state])
            value[state] = worth
            raised[state] = sweep
            strategy[games.offset[state] : games.offset[state] + rows] = mixture[:rows]
    return count, change


@inner_kernel
def _saddle(games, value, state):  # type: ignore[no-untyped-def]
    """The row that gets most for sure, what it gets, and what the columns can keep the rows to for sure."""
    rows, columns, first = games.rows[state], games.columns[state], games.first[state]
    surest, low, high = 0, -2.0, 2.0
    for row in range(rows):
        worst = 2.0
        for column in range(columns):
            worst = min(worst, value[games.children[first + row * columns + column]])
        if worst > low:
            surest, low = row, worst
    for column in range(columns):
        best = -2.0
        for row in range(rows):
            best = max(best, value[games.children[first + row * columns + column]])
        high = min(high, best)
    return surest, low, high


@inner_kernel
def _mix(games, value, state, tableau, basis, mixture):  # type: ignore[no-untyped-def]
    """An optimal mixture of the rows, by the simplex method (Dantzig 1951): HiGHS takes a thousand times as long.

    With all entries raised by 2, the columns look for the largest sum of nonnegative weights that gives no row more
    than 1. The mixture of the rows are the dual variables, brought to the sum 1. Bland's rule keeps from cycling.
    """
    rows, columns = games.rows[state], games.columns[state]
    last = rows + columns
    _set_up(games, value, state, tableau, basis)
    for _ in range(1000):
        entering = 0
        while entering < last and tableau[rows, entering] > -1e-12:
            entering += 1
        if entering == last:
            break
        leaving, least = 0, np.inf
        for row in range(rows):
            if tableau[row, entering] > 1e-9:
                ratio = tableau[row, last] / tableau[row, entering]
                if ratio < least or (ratio == least and basis[row] < basis[leaving]):
                    leaving, least = row, ratio
        if least == np.inf:
            break
        basis[leaving] = entering
        _pivot(tableau, rows, last, leaving, entering)
    total = 0.0
    for row in range(rows):
        weight = tableau[rows, columns + row]
        mixture[row] = weight if weight > 1e-12 else 0.0
        total += mixture[row]
    for row in range(rows):
        mixture[row] /= total


@inner_kernel
def _set_up(games, value, state, tableau, basis):  # type: ignore[no-untyped-def]
    """The tableau of a matrix game, with the slack variables of the rows as the basis."""
    rows, columns, first = games.rows[state], games.columns[state], games.first[state]
    last = rows + columns
    tableau[: rows + 1, : last + 1] = 0.0
    for row in range(rows):
        for column in range(columns):
            tableau[row, column] = value[games.children[first + row * columns + column]] + 2.0
        tableau[row, columns + row] = 1.0
        tableau[row, last] = 1.0
        basis[row] = columns + row
    tableau[rows, :columns] = -1.0


@inner_kernel
def _pivot(tableau, rows, last, leaving, entering):  # type: ignore[no-untyped-def]
    """Bring a variable into the basis in place of that of row `leaving`."""
    pivot = tableau[leaving, entering]
    for column in range(last + 1):
        tableau[leaving, column] /= pivot
    for row in range(rows + 1):
        factor = tableau[row, entering]
        if row != leaving and factor != 0.0:
            for column in range(last + 1):
                tableau[row, column] -= factor * tableau[leaving, column]
