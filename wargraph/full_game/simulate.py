"""Play full games by the million: many games by the same rules, or the same games by several rules."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.pieces import KeptPiece, piece_size
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign, workers_of
from wargraph.campaign.run_options import RunOptions, checked_run_options
from wargraph.compute.memory import require_memory
from wargraph.core.checks import checked_seed, checked_whole, is_iterable
from wargraph.core.endings import Ending
from wargraph.errors import ParameterError, shown
from wargraph.full_game.comparison import Comparison
from wargraph.full_game.game import checked_cap, counted_turns, play_full_game
from wargraph.full_game.given import Condition, SomeGiven
from wargraph.full_game.hands import Hands, deal_text, dealt_hands
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulation import Simulation
from wargraph.full_game.tally import COLUMNS, Column, GameTally, add_held, are_finished, no_held, record_of
from wargraph.report.humanize import counted
from wargraph.report.result import Result

MOST_GAMES = 10**10

_PIECE = 1 << 14
_PLAIN_CARDS = 1 << 10
"""A work unit with so many cards in its games is played in plain Python: the kernels take as long to be loaded."""

_PLAIN_ROUNDS = 1 << 12
"""Games that last longer are left to the kernels, which keep no rounds."""

Records = NDArray[np.int64]
RecordSink = Callable[..., None]
"""Takes the number of the first game of a work unit, and for each rules played an array with a row for each game.

Work units come in any order, one at a time.
"""


@checkpointed
def simulate(
    rules: RuleSet | str,
    games: int = 10_000,
    seed: int = 0,
    cap: int | None = None,
    run_options: RunOptions | None = None,
    sink: RecordSink | None = None,
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
        The number of games to play.
    seed
        The seed of the random numbers.
    cap
        The number of rounds after which a game is given up; by default 100,000 if chance is in the rules, and 2**20 if
        not, where it can be up to 2**24.
    run_options
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, no
        limit and no checkpoint.
    sink
        A function that gets the records of every work unit, see `RecordSink`.
    given
        Cards that players were dealt, as `Given` or as text such as ``"1: A,A,A,A"`` or ``"1 top: K"``, or a list of
        these; all other cards are dealt at random.
    deal
        The deal from which every game starts, as `play_full_game` takes it, if the rules leave something to chance.

    Raises
    ------
    ParameterError
        If the rules are unknown, a number is out of range, or the rules cannot deal the given cards.
    PositionError
        If the deal does not fit the rules.
    TooLongError
        If the games are forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, with a summary of the results so far.

    See Also
    --------
    play_full_game, all_deals, plot

    Examples
    --------
    >>> simulation = simulate("bryer", games=2000, seed=1)
    >>> simulation.games, simulation.endless, simulation.median
    (2000, 0, 137)

    Of 2,000 games in which player 1 was dealt the four aces, so many are won by each player:

    >>> simulate("bryer", 2000, seed=1, given="1: A,A,A,A").tally.won
    array([1630,  370])
    """
    rules = RuleSet.parse(rules)
    campaign = PlayedGames([rules], games, seed, cap, sink, given, deal)
    return campaign.simulations(campaign.run(run_options))[0]


@checkpointed
def compare(
    rules: Sequence[RuleSet | str],
    games: int = 10_000,
    seed: int = 0,
    cap: int | None = None,
    run_options: RunOptions | None = None,
    sink: RecordSink | None = None,
    given: SomeGiven = (),
    deal: Hands | str | None = None,
) -> Comparison:
    """Play the same games by several rules.

    Parameters
    ----------
    rules
        The rules to compare, or their text forms, all different.
    games
        The number of games to play under each of the rules.
    seed
        The seed of the random numbers, the same for all rules.
    cap
        The number of rounds after which a game is given up; by default 100,000 for rules with chance and 2**20 for
        others.
    run_options
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, no
        limit and no checkpoint.
    sink
        A function that gets the records of every work unit, an array for each of the rules.
    given
        Cards that players were dealt under each of the rules, as `Given` or as text such as ``"1: A,A,A,A"``, or a
        list of these; all other cards are dealt at random.
    deal
        The deal from which every game starts, as `play_full_game` takes it, if the rules leave something to chance.

    Raises
    ------
    ParameterError
        If there are no rules, or some are unknown or named twice, a number is out of range, or some of the rules cannot
        deal the given cards, or call cards of different ranks by these names.
    PositionError
        If the deal does not fit the rules.
    TooLongError
        If the games are forecast to take longer than `run_options` allows.
    Interrupted
        On Ctrl-C, with a summary of the results so far.

    Examples
    --------
    >>> comparison = compare(["drew-shuffle", "kids"], games=1000, seed=1)
    >>> [round(each.mean) for each in comparison.simulations]
    [262, 265]
    >>> [(each.has_same_deals, round(each.value), round(each.error)) for each in comparison.differences]
    [(True, -3, 9)]
    """
    if not (isinstance(rules, RuleSet) or is_iterable(rules)):
        raise ParameterError(f"rules {shown(rules)} are none to compare: give a list, such as ['drew-shuffle', 'kids']")
    rule_sets = [RuleSet.parse(each) for each in ([rules] if isinstance(rules, RuleSet | str) else rules)]
    if not rule_sets:
        raise ParameterError("there are no rules to compare: name some, such as bryer and kids")
    twice = next((each for each in rule_sets if rule_sets.count(each) > 1), None)
    if twice is not None:
        raise ParameterError(f"rules {twice} are named twice: they would play the same games")
    names = [each.display for each in rule_sets]
    same = next((name for name in names if names.count(name) > 1), None)
    if same is not None:
        raise ParameterError(
            f'two different sets of rules are called {shown(same)}: name one of them in its file, such as name = "Ours"'
        )
    campaign = _ComparedGames(rule_sets, games, seed, cap, sink, given, deal)
    _require_one_reading(rule_sets, campaign.conditions)
    return campaign.comparison(campaign.run(run_options))


@dataclass
class Sums:
    """The sums over games played by several rules: the tally of each, and for each two of them a row of `pairs`.

    The rows of `pairs` are sums over the games that end by both: 1, the difference of their turns, and its square.
    `records` are those of a single work unit, if they are wanted.
    """

    tallies: list[GameTally]
    pairs: NDArray[np.object_]
    records: Sequence[Records] = ()

    def __add__(self, other: Self) -> Self:
        tallies = [one + another for one, another in zip(self.tallies, other.tallies, strict=True)]
        return type(self)(tallies, self.pairs + other.pairs)


@dataclass(frozen=True)
class GameRange(KeptPiece[Sums]):
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
    has_records: bool

    tag: ClassVar[str] = "games"

    def work(self) -> tuple[Sums, tuple[()]]:
        records, tallies = [], []
        for each, condition, limit in zip(self.rules, self.conditions, self.limits, strict=True):
            are_few = (self.stop - self.first) * each.cards <= _PLAIN_CARDS
            played, held = (are_few and self._plainly(each, condition, limit)) or self._by_engine(
                each, condition, limit
            )
            records.append(played)
            tallies.append(GameTally.of(each, self.first, played, held))
        return Sums(tallies, _pair_sums(self.rules, records), records if self.has_records else ()), ()

    def is_sound(self) -> bool:
        if not len(self.rules) == len(self.conditions) == len(self.limits) > 0:
            return False
        for rules, condition in zip(self.rules, self.conditions, strict=True):
            if Condition.of(rules, condition.given, condition.deal or None) != condition:
                return False
        checked_seed(self.seed)
        _require_memory(self.rules, self.limits, workers=1)
        return 0 <= self.first < self.stop <= min(MOST_GAMES, self.first + piece_size(MOST_GAMES, _PIECE)) and all(
            checked_cap(rules, limit) == limit for rules, limit in zip(self.rules, self.limits, strict=True)
        )

    def may_find(self, partial: Sums) -> bool:
        games, rules = self.stop - self.first, len(self.rules)
        return (
            len(partial.tallies) == rules
            and all(tally.is_sound(each, games) for tally, each in zip(partial.tallies, self.rules, strict=True))
            and partial.pairs.shape == (rules * (rules - 1) // 2, 3)
            and all(
                0 <= both <= games and total**2 <= both * squares for both, total, squares in partial.pairs.tolist()
            )
            and [each.shape for each in partial.records] == [(games, COLUMNS)] * (rules * self.has_records)
        )

    def _plainly(self, rules: RuleSet, condition: Condition, limit: int) -> tuple[Records, Records] | None:
        """The records of games by some rules, and the sums of held cards, by the plain rules; None if one is long."""
        games = []
        for game in range(self.first, self.stop):
            most = min(limit, _PLAIN_ROUNDS)
            played = play_full_game(rules, condition.deal or None, self.seed, game, most, condition.given)
            if played.ending is Ending.CAPPED and limit > _PLAIN_ROUNDS:
                return None
            games.append(played)
        held = no_held()
        add_held(games, held)
        return np.array([record_of(game) for game in games], np.int64), held

    def _by_engine(self, rules: RuleSet, condition: Condition, limit: int) -> tuple[Records, Records]:
        """The same by the kernels, which are imported only now: to load them takes as long as some games."""
        from wargraph.full_game.engine.games import dealt_decks, play_decks
        from wargraph.full_game.engine.workspace import rules_for, workspace_for

        games = self.stop - self.first
        decks, streams = dealt_decks(rules, condition, self.seed, self.first, games)
        records, held = np.zeros((games, COLUMNS), np.int64), no_held()
        numbers = rules_for(rules)
        if condition.deal:  # hands of any size, one after the other
            numbers = numbers._replace(is_in_blocks=True, dealt=np.array(condition.sizes(rules), np.int64))
        play_decks(decks, streams, records, held, numbers, workspace_for(rules, limit))
        return records, held


class PlayedGames(Campaign[GameRange, Sums]):
    """The campaign of `simulate`."""

    way_out = "play fewer games"

    def __init__(
        self,
        rules: Sequence[RuleSet],
        games: int,
        seed: int,
        cap: int | None,
        sink: RecordSink | None,
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
        self.sink = sink

    def __str__(self) -> str:
        return " and ".join(map(str, self.rules))

    def pieces(self) -> Iterator[GameRange]:
        unnamed = tuple(replace(each, name=None) for each in self.rules)  # a checkpoint is the same under any name
        size = _PIECE if self.sink else piece_size(self.games, _PIECE)  # records of many games would fill the memory
        for first in range(0, self.games, size):
            stop = min(first + size, self.games)
            yield GameRange(unnamed, self.conditions, self.limits, self.seed, first, stop, self.sink is not None)

    def run(self, run_options: RunOptions | None = None) -> Sums:
        """Play all games, if what all threads need for the longest ones fits into memory."""
        _require_memory(self.rules, self.limits, workers_of(checked_run_options(run_options).executor))
        return super().run(run_options)

    def collect(self, piece: GameRange, partial: Sums) -> None:
        if self.sink is not None:
            self.sink(piece.first, *partial.records)

    def simulations(self, sums: Sums) -> tuple[Simulation, ...]:
        """What the sums say of each rules."""
        return tuple(
            Simulation(rules, self.seed, limit, tally, condition.given, condition.deal)
            for rules, limit, tally, condition in zip(
                self.rules, self.limits, sums.tallies, self.conditions, strict=True
            )
        )

    def amount(self) -> Amount:
        done = 0 if self.result is None else self.result.tallies[0].games
        return Amount(done, self.games - done, "games")

    def finished(self) -> Result | None:
        return None if self.result is None else self.simulations(self.result)[0]

    def partial_summary(self) -> str:
        if self.result is None:
            return ""
        simulations = self.simulations(self.result)
        first, *others = simulations
        played = f"{first.games:,} of {self.games:,} games played"
        if others:
            means = [
                f"{each.rules.display} {each.mean:.2f} ± {each.mean_error:.2f}"
                for each in simulations
                if each.finished > 1
            ]
            return f"{played} by each rules, mean turns {', '.join(means)}"
        mean = f"{first.mean:.2f} turns ± {first.mean_error:.2f}" if first.finished > 1 else "unknown"
        endless = f", {counted(first.endless, 'endless game')}" if first.rules.is_deterministic else ""
        return f"{played}, mean {mean}{endless}"


class _ComparedGames(PlayedGames):
    """The campaign of `compare`: the same games by each of several rules."""

    def comparison(self, sums: Sums) -> Comparison:
        return Comparison(self.simulations(sums), sums.pairs)

    def finished(self) -> Comparison | None:
        return None if self.result is None else self.comparison(self.result)


def deal_texts(rules: RuleSet, condition: Condition, seed: int, first: int, games: int) -> list[str]:
    """The deals of games with consecutive numbers from `first` on, as people type them.

    >>> deal_texts(RuleSet.parse("kids,deck=3x2"), Condition(), seed=1, first=0, games=2)
    ['2,3,1|2,3,1', '3,2,1|3,1,2']
    """
    from wargraph.full_game.engine.games import dealt_decks

    if condition.deal:
        return [deal_text(rules, condition.deal)] * games
    decks, _ = dealt_decks(rules, condition, seed, first, games)
    return [deal_text(rules, dealt_hands(rules, deck)) for deck in decks.tolist()]


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


def _require_memory(rules: Sequence[RuleSet], limits: Sequence[int], workers: int) -> None:
    """Refuse games that are too long for so many workers: for each the sizes of all hands, three times as long."""
    require_memory(
        workers * max(3 * limit * each.players for each, limit in zip(rules, limits, strict=True)),
        f"{' and '.join(map(str, rules))}: games of up to {max(limits):,} rounds on {counted(workers, 'thread')}",
        "use fewer threads or a lower cap",
    )


def _pair_sums(rules: Sequence[RuleSet], records: Sequence[Records]) -> NDArray[np.object_]:
    """`Sums.pairs` of a work unit."""
    turns = [
        counted_turns(each, record[:, Column.ROUNDS], record[:, Column.MORE_COMPARISONS])
        for each, record in zip(rules, records, strict=True)
    ]
    finished = [are_finished(record) for record in records]
    rows = []
    for one, other in combinations(range(len(rules)), 2):
        differences = (turns[one] - turns[other])[finished[one] & finished[other]]
        rows.append([len(differences), int(differences.sum()), int(differences @ differences)])
    return np.array(rows, object).reshape(-1, 3)
