"""Play full games by the million: many games by the same rules, or the same games by several rules."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run import GameTables, workers_of
from wargraph.campaign.run_options import RunOptions
from wargraph.compute.memory import available_memory, require_memory
from wargraph.core.checks import checked_seed, checked_whole
from wargraph.core.endings import Ending
from wargraph.errors import ParameterError, shown
from wargraph.full_game.comparison import Comparison
from wargraph.full_game.few_games import add_game, row_of
from wargraph.full_game.game import as_compared, checked_cap, play_full_game
from wargraph.full_game.given import Condition, SomeGiven
from wargraph.full_game.hands import Hands, deal_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulation import Simulation
from wargraph.full_game.table import GAME, Sums, as_games, new_rows
from wargraph.report.humanize import counted

MOST_GAMES = 10**10

_UNIT = 1 << 14
_KERNELS = "wargraph.full_game.engine.games"
_PLAIN_CARDS, _PLAIN_ROUNDS = 1 << 10, 1 << 10
"""Games with so few cards together, and no more rounds each, are played in plain Python, as kernels take long to load;
unless they have been loaded.
"""

_BYTES_FOR_QUESTIONS = 32
"""Bytes for each game that the statistics need at a time, beside the table."""


@checkpointed(as_compared, rules=RuleSet.parse)
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

    Neither the executor nor the order in which work units are played changes the result. At one seed rules with the
    same deck and dealing share their deals: the errors of two simulations are not independent then, and `compare` gives
    that of their difference. The result holds 68 bytes for each game, and more games than fit into memory are refused.

    `games` is the number of games; the other parameters are those of `play_full_game`, and `given` may be a list. All
    games can start from one `deal` if the rules, or a hand called ``rest``, leave something to chance.

    Examples
    --------
    >>> simulation = simulate("bryer", games=2000, seed=1)
    >>> len(simulation.games), simulation.endless, simulation.median
    (2000, 0, 137)

    The games that each player wins, of 2,000 in which player 1 was dealt the four aces:

    >>> simulate("bryer", 2000, seed=1, given="1: A,A,A,A").won
    array([1630,  370])
    """
    played = _Games(RuleSet.parse(rules), games, seed, cap, given, deal)
    _require_memory([played], run_options)
    return played.play(run_options)


@checkpointed(as_compared, rules=lambda rules: [*map(RuleSet.parse, rules)])
def compare(
    rules: Sequence[RuleSet | str],
    games: int = 10_000,
    seed: int = 0,
    cap: int | None = None,
    run_options: RunOptions | None = None,
    given: SomeGiven = (),
    deal: Hands | str | None = None,
) -> Comparison:
    """Play the same games by several rules, all different. The other parameters are those of `simulate`.

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
        for other in rule_sets[:number]:
            if each == other:
                named = f"{each} are named twice" if str(each) == str(other) else f"{other} and {each} say the same"
                raise ParameterError(f"rules {named}: they would play the same games")
            if str(each) == str(other):
                raise ParameterError(f"two rules files are called {each}: rename one of them")
    played = [_Games(each, games, seed, cap, given, deal) for each in rule_sets]
    _require_one_reading(played)
    _require_memory(played, run_options)
    return Comparison(tuple(each.play(run_options) for each in played))


RowsAndSums = tuple[NDArray[np.int32], Sums]
"""Rows of games, as `new_rows` makes them, and their sums."""


@dataclass(frozen=True)
class GameRange:
    """A work unit: the games with the numbers from `first` on and below `stop`.

    A game is given up after `limit` rounds. `condition` says what is given about the deals.
    """

    rules: RuleSet
    condition: Condition
    limit: int
    seed: int
    first: int
    stop: int

    def work(self, table: "_Table | None" = None) -> tuple[RowsAndSums, tuple[()]]:
        """Play the games; return their rows, which are those of the table if there is one here, and their sums."""
        rows = table.rows[self.first : self.stop] if table else new_rows(self.stop - self.first)
        are_few = _KERNELS not in sys.modules and len(rows) * self.rules.cards <= _PLAIN_CARDS
        sums = (are_few and self.by_plain_rules(rows)) or self.by_kernels(rows)
        return (rows, sums.with_lengths(rows)), ()

    def by_plain_rules(self, rows: NDArray[np.int32]) -> Sums | None:
        """Play the games in plain Python, fill their rows and return their sums; None if one takes many rounds."""
        sums, limit = Sums.of_none(self.rules.players, self.rules.deck), min(self.limit, _PLAIN_ROUNDS)
        deal = self.condition.deal_text(self.rules) if self.condition.deal else None
        given = self.condition.given
        for number, row in zip(range(self.first, self.stop), rows, strict=True):
            game = play_full_game(self.rules, deal, self.seed, number, limit, given)
            if game.ending is Ending.CAPPED and limit < self.limit:
                return None
            row[:] = row_of(game)
            add_game(game, row.tolist(), sums)
        return sums

    def by_kernels(self, rows: NDArray[np.int32]) -> Sums:
        """Play the games compiled, fill their rows and return their sums."""
        from wargraph.full_game.engine.games import dealt_decks, play_decks
        from wargraph.full_game.engine.rounds import rules_for, workspace_for

        rules, condition = self.rules, self.condition
        sums = Sums.of_none(rules.players, rules.deck)
        decks, streams = dealt_decks(rules, condition, self.seed, self.first, len(rows))
        numbers = rules_for(rules, condition.sizes(rules))
        play_decks(decks, streams, rows, sums, numbers, workspace_for(rules, self.limit))
        return sums


class _Table:
    """The rows of all games, which threads write; other processes get None in its place."""

    def __init__(self, games: int) -> None:
        self.rows = new_rows(games)

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        return type(None), ()


class _Games(GameTables[GameRange, RowsAndSums]):
    """The campaign of a simulation: the rows of all work units are in one table."""

    def __init__(
        self, rules: RuleSet, games: int, seed: int, cap: int | None, given: SomeGiven, deal: Hands | str | None
    ) -> None:
        self.rules = rules
        self.condition = Condition.of(rules, given, deal)
        if self.condition.is_whole_deal and rules.is_deterministic:
            raise ParameterError(
                f"a deal decides the whole game by the rules {rules}: play that one game, with play_full_game or "
                "wargraph play --deal, or call a hand rest"
            )
        self.total = checked_whole("games", games, 1, MOST_GAMES)
        self.seed = checked_seed(seed)
        self.limit = checked_cap(rules, cap)

    def __str__(self) -> str:
        return str(self.rules)

    def play(self, run_options: RunOptions | None) -> Simulation:
        """Play all games."""
        self.table = _Table(self.total)
        _, sums = self.run(run_options)
        return Simulation(self.rules, self.seed, self.limit, as_games(self.table.rows), sums, self.condition)

    def terms(self, known: float) -> tuple[_Table]:
        del known
        return (self.table,)

    def units(self) -> Iterator[GameRange]:
        for first in range(0, self.total, _UNIT):
            stop = min(first + _UNIT, self.total)
            yield GameRange(self.rules, self.condition, self.limit, self.seed, first, stop)

    def collect(self, unit: GameRange, partial: RowsAndSums) -> None:
        if not np.may_share_memory(partial[0], self.table.rows):
            self.table.rows[unit.first : unit.stop] = partial[0]
        self.done += unit.stop - unit.first

    def merged(self, one: RowsAndSums, other: RowsAndSums) -> RowsAndSums:
        return one[0], one[1].plus(other[1])


def _require_memory(played: Sequence[_Games], run_options: RunOptions | None) -> None:
    """Refuse games that do not fit: a row for each, and for each worker the hand sizes of its longest games."""
    workers, names = workers_of((run_options or RunOptions()).executor), " and ".join(map(str, played))
    sizes = workers * max(3 * each.limit * each.rules.players for each in played)
    require_memory(
        sizes,
        f"{names}: games of up to {max(each.limit for each in played):,} rounds on {counted(workers, 'thread')}",
        "use fewer threads or a lower cap",
    )
    games, bytes_a_game = played[0].total, GAME.itemsize * len(played) + _BYTES_FOR_QUESTIONS
    by_each = " by each of the rules" * (len(played) > 1)
    require_memory(
        sizes + games * bytes_a_game,
        f"{names}: the table of {counted(games, 'game')}{by_each}",
        f"play at most {(available_memory() - sizes) // bytes_a_game:,}",
    )


def _require_one_reading(played: Sequence[_Games]) -> None:
    """Refuse a card such as 8 if it is the ace of one deck, whose cards are ranks, and has another rank elsewhere."""
    read: dict[tuple[int, ...], tuple[RuleSet, str]] = {}
    for each in played:
        hands = each.condition.deal or tuple(given.cards for given in each.condition.given)
        ranks = tuple(card for hand in hands for card in hand if card <= each.rules.ranks)
        read.setdefault(ranks, (each.rules, deal_text(each.rules, hands)))
    if len(read) > 1:
        (one, text), (other, _), *_ = read.values()
        raise ParameterError(
            f"given {shown(text)}: decks {one.deck_text} and {other.deck_text} call different ranks so; write rank:8 "
            "for rank 8, whatever the card is called, or ask for each of the rules alone"
        )
