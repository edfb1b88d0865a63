"""Play full games by the million: many games by the same rules, or the same games by several rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign, workers_of
from wargraph.campaign.run_options import RunOptions, checked_run_options
from wargraph.compute.memory import available_memory, require_memory
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import Ending
from wargraph.errors import ParameterError, shown
from wargraph.full_game.comparison import Comparison
from wargraph.full_game.game import checked_cap, play_full_game
from wargraph.full_game.given import Condition, SomeGiven
from wargraph.full_game.hands import Hands, deal_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulation import Simulation
from wargraph.full_game.table import GAME, Sums, add_games, as_games, new_rows, row_of_game
from wargraph.report.humanize import counted

MOST_GAMES = 10**10

_UNIT = 1 << 14
_PLAIN_CARDS = 1 << 10
"""A work unit with so many cards in its games is played in plain Python: the kernels take as long to be loaded."""

_PLAIN_ROUNDS = 1 << 12
"""Games that last longer are left to the kernels, which keep no rounds."""

_BYTES_FOR_QUESTIONS = 32
"""Bytes for each game that the statistics need at a time, beside the table."""


@checkpointed
def simulate(
    rules: RuleSet | str,
    games: int = 10_000,
    seed: int = 0,
    cap: int | None = None,
    run_options: RunOptions | None = None,
    given: SomeGiven = (),
    deal: Hands | str | None = None,
) -> Simulation:
    """Play many games by the same rules.

    Every game has random numbers of its own, from the seed and its number, so neither the executor nor the order in
    which work units are played changes the result. At one seed rules with the same deck and dealing share their deals:
    the errors of two simulations are not independent then, and `compare` gives that of their difference.

    Parameters
    ----------
    rules
        The rules of the game, or their text form.
    games
        The number of games to play. The result holds 68 bytes for each of them.
    seed
        The seed of the random numbers.
    cap
        The number of rounds after which a game is given up; by default 100,000 if chance is in the rules, and 2**20 if
        not, where it can be up to 2**24.
    run_options
        See `RunOptions`.
    given
        Cards that players were dealt, as `Given` or as text such as ``"1: A,A,A,A"`` or ``"1 top: K"``, or a list of
        these; all other cards are dealt at random.
    deal
        The deal from which every game starts, as `play_full_game` takes it, if the rules leave something to chance.

    Raises
    ------
    TooLargeError
        If the table of the games does not fit into memory.
    TooLongError
        If the games are forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, with the games played so far.

    See Also
    --------
    play_full_game, all_deals, plot

    Examples
    --------
    >>> simulation = simulate("bryer", games=2000, seed=1)
    >>> len(simulation.games), simulation.endless, simulation.median
    (2000, 0, 137)

    Of 2,000 games in which player 1 was dealt the four aces, so many are won by each player:

    >>> simulate("bryer", 2000, seed=1, given="1: A,A,A,A").won
    array([1630,  370])
    """
    return _Games([RuleSet.parse(rules)], games, seed, cap, given, deal).play(run_options)[0]


@checkpointed
def compare(
    rules: Sequence[RuleSet | str],
    games: int = 10_000,
    seed: int = 0,
    cap: int | None = None,
    run_options: RunOptions | None = None,
    given: SomeGiven = (),
    deal: Hands | str | None = None,
) -> Comparison:
    """Play the same games by several rules. All parameters but the first are those of `simulate`.

    Parameters
    ----------
    rules
        The rules to compare, or their text forms, all different.

    Examples
    --------
    >>> comparison = compare(["drew-shuffle", "kids"], games=1000, seed=1)
    >>> [round(each.mean) for each in comparison.simulations]
    [262, 265]
    >>> [(each.has_same_deals, round(each.value), round(each.error)) for each in comparison.differences]
    [(True, -3, 9)]
    """
    rule_sets = [RuleSet.parse(each) for each in rules]
    if not rule_sets:
        raise ParameterError("there are no rules to compare: name some, such as bryer and kids")
    for number, each in enumerate(rule_sets):
        if each in rule_sets[:number]:
            raise ParameterError(f"rules {each} are named twice: they would play the same games")
    played = _Games(rule_sets, games, seed, cap, given, deal)
    _require_one_reading(rule_sets, played.conditions)
    return Comparison(played.play(run_options))


Played = tuple[NDArray[np.int32], tuple[Sums, ...]]
"""Rows of games, as `new_rows` makes them, and sums for each of the rules."""


@dataclass(frozen=True)
class GameRange:
    """A work unit: the games with the numbers from `first` on and below `stop`, each played by several rules.

    A game by each of the rules is given up after as many rounds as `limits` says. `conditions` says what is given
    about the deals, for each of the rules.
    """

    rules: tuple[RuleSet, ...]
    conditions: tuple[Condition, ...]
    limits: tuple[int, ...]
    seed: int
    first: int
    stop: int

    def work(self) -> tuple[Played, tuple[()]]:
        rows, sums = (
            new_rows(len(self.rules), self.stop - self.first),
            tuple(Sums.of_deck(each.deck) for each in self.rules),
        )
        for asked in zip(self.rules, self.conditions, self.limits, rows, sums, strict=True):
            is_small = (self.stop - self.first) * asked[0].cards <= _PLAIN_CARDS
            if not (is_small and self._play_plainly(*asked)):
                self._play_by_kernel(*asked)
        return (rows, sums), ()

    def _play_plainly(
        self, rules: RuleSet, condition: Condition, limit: int, rows: NDArray[np.int32], sums: Sums
    ) -> bool:
        """Play by the plain rules, which need no kernels to be loaded; return whether no game was too long for that."""
        most = min(limit, _PLAIN_ROUNDS)
        games = [
            play_full_game(rules, condition.deal or None, self.seed, game, most, condition.given)
            for game in range(self.first, self.stop)
        ]
        if most < limit and any(game.ending is Ending.CAPPED for game in games):
            return False
        rows[:] = [row_of_game(game) for game in games]
        add_games(games, sums)
        return True

    def _play_by_kernel(
        self, rules: RuleSet, condition: Condition, limit: int, rows: NDArray[np.int32], sums: Sums
    ) -> None:
        from wargraph.full_game.engine.games import dealt_decks, play_decks
        from wargraph.full_game.engine.rounds import rules_for, workspace_for

        decks, streams = dealt_decks(rules, condition, self.seed, self.first, self.stop - self.first)
        numbers = rules_for(rules)
        if condition.deal:  # hands of any size, one after the other
            numbers = numbers._replace(is_in_blocks=True, dealt=np.array(condition.sizes(rules), np.int64))
        play_decks(decks, streams, rows, sums, numbers, workspace_for(rules, limit))


class _Games(Campaign[GameRange, Played]):
    """The campaign of `simulate` and `compare`: the rows of each work unit are put into one array, at their places."""

    way_out = "play fewer games"

    def __init__(
        self,
        rules: Sequence[RuleSet],
        games: int,
        seed: int,
        cap: int | None,
        given: SomeGiven,
        deal: Hands | str | None,
    ) -> None:
        self.rules = tuple(rules)
        self.conditions = tuple(Condition.of(each, given, deal) for each in rules)
        decided = next((each for each in self.rules if deal is not None and each.is_deterministic), None)
        if decided is not None:
            raise ParameterError(
                f"a deal decides the whole game by the rules {decided}: play that one game, with play_full_game or "
                "wargraph play"
            )
        self.games = checked_whole("games", games, 1, MOST_GAMES)
        self.seed = checked_seed(seed)
        self.limits = tuple(checked_cap(each, cap) for each in rules)
        self.done = 0

    def __str__(self) -> str:
        return " and ".join(map(str, self.rules))

    def play(self, run_options: RunOptions | None) -> tuple[Simulation, ...]:
        """Play all games, if they fit into memory."""
        self._require_memory(workers_of(checked_run_options(run_options).executor))
        self.table = new_rows(len(self.rules), self.games)
        self.run(run_options)
        return self._simulations()

    def _require_memory(self, workers: int) -> None:
        """Refuse games that do not fit: a row for each, and for each worker the hand sizes of its longest games."""
        sizes = workers * max(3 * limit * each.players for each, limit in zip(self.rules, self.limits, strict=True))
        require_memory(
            sizes,
            f"{self}: games of up to {max(self.limits):,} rounds on {counted(workers, 'thread')}",
            "use fewer threads or a lower cap",
        )
        bytes_a_game = GAME.itemsize * len(self.rules) + _BYTES_FOR_QUESTIONS
        fitting = (available_memory() - sizes) // bytes_a_game
        each = " by each of the rules" * (len(self.rules) > 1)
        require_memory(
            sizes + self.games * bytes_a_game,
            f"{self}: the table of {counted(self.games, 'game')}{each}",
            f"play at most {fitting:,}",
        )

    def units(self) -> Iterator[GameRange]:
        size = max(_UNIT // len(self.rules), 1)
        for first in range(0, self.games, size):
            yield GameRange(self.rules, self.conditions, self.limits, self.seed, first, min(first + size, self.games))

    def collect(self, unit: GameRange, partial: Played) -> None:
        self.table[:, unit.first : unit.stop] = partial[0]
        self.done += unit.stop - unit.first

    def merged(self, one: Played, other: Played) -> Played:
        return one[0], tuple(sums.plus(more) for sums, more in zip(one[1], other[1], strict=True))

    def _simulations(self) -> tuple[Simulation, ...]:
        assert self.result is not None  # nosec B101 # the games were played
        _, sums = self.result
        asked = zip(self.rules, self.limits, self.table, sums, self.conditions, strict=True)
        return tuple(
            Simulation(rules, self.seed, limit, as_games(rows), added, condition.given, condition.deal)
            for rules, limit, rows, added, condition in asked
        )

    def amount(self) -> Amount:
        return Amount(self.done, self.games - self.done, "games")

    def partial_summary(self) -> str:
        return f"{self.done:,} of {self.games:,} games played" if self.done else ""


def _require_one_reading(rules: Sequence[RuleSet], conditions: Sequence[Condition]) -> None:
    """Refuse a card such as 8 if it is the ace of one deck, whose cards are ranks, and has another rank elsewhere."""
    read: dict[tuple[int, ...], tuple[RuleSet, str]] = {}
    for each, condition in zip(rules, conditions, strict=True):
        hands = condition.deal or tuple(given.cards for given in condition.given)
        ranks = tuple(card for hand in hands for card in hand if card <= each.ranks)
        read.setdefault(ranks, (each, deal_text(each, hands)))
    if len(read) > 1:
        (one, text), (other, _), *_ = read.values()
        raise ParameterError(
            f"given {shown(text)}: decks {one.deck_text} and {other.deck_text} call different ranks so; write rank:8 "
            "for rank 8, whatever the card is called, or ask for each of the rules alone"
        )
