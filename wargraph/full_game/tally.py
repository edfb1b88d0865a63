"""What is recorded of each simulated game, and what is kept of many: sums that can be merged."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from operator import add
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from wargraph.core.endings import Ending
from wargraph.full_game.game import LARGEST_CAP, FullGame, counted_turns
from wargraph.full_game.rule_set import RuleSet
from wargraph.report.estimates import added
from wargraph.report.result import ComparedByContent

DEPTHS = 6
"""Wars of this many ties or more are counted together."""

HELD_STEP = 10
"""The cards that players hold are added up at every round that this divides."""


class Column(IntEnum):
    """What is recorded of a game, in this order; from `DEPTH` on the rounds with one war, two, ..., or `DEPTHS`.

    ``THREE_WAY`` are wars that three or more players began, and the two after it rounds with at least two or three of
    them in a row.
    """

    ENDING = 0
    WINNER = 1
    ROUNDS = 2
    WARS = 3
    MORE_COMPARISONS = 4
    SHORT = 5
    THREE_WAY = 6
    DOUBLE_THREE_WAY = 7
    TRIPLE_THREE_WAY = 8
    ENTRY = 9
    PERIOD = 10
    DEPTH = 11


COLUMNS = len(Column) - 1 + DEPTHS
ENDINGS = tuple(Ending)
"""The endings by their code in a record."""


def record_of(game: FullGame) -> list[int]:
    """The record of a game. Wars are recorded of games that end."""
    rounds = game.rounds if game.ending in (Ending.WON, Ending.TIED) else ()
    depths = [min(len(played.tied), DEPTHS) for played in rounds]
    three_ways = [played.three_ways for played in rounds]
    record = dict.fromkeys(range(COLUMNS), 0) | {
        Column.ENDING: ENDINGS.index(game.ending),
        Column.WINNER: game.winner or 0,
        Column.ROUNDS: len(game.rounds),
        Column.WARS: sum(len(played.tied) for played in rounds),
        Column.MORE_COMPARISONS: sum(len(played.compared) - 1 for played in rounds),
        Column.SHORT: sum(played.short for played in rounds),
        Column.THREE_WAY: sum(count >= 3 for played in rounds for count in played.tied),
        Column.DOUBLE_THREE_WAY: sum(row >= 2 for row in three_ways),
        Column.TRIPLE_THREE_WAY: sum(row >= 3 for row in three_ways),
        Column.ENTRY: game.entry or 0,
        Column.PERIOD: game.period or 0,
        **{Column.DEPTH + depth: depths.count(depth + 1) for depth in range(DEPTHS)},
    }
    return list(record.values())


def add_held(games: Iterable[FullGame], held: NDArray[np.int64]) -> None:
    """Add to the rows of `held`, at every `HELD_STEP`-th round of games won: a game, most cards, the winner's."""
    for game in games:
        if game.winner is not None:
            hands = [game.deal, *(played.hands for played in game.rounds)]
            for point, held_then in enumerate(hands[: HELD_STEP * held.shape[1] : HELD_STEP]):
                sizes = [len(hand) for hand in held_then]
                held[:, point] += (1, max(sizes), sizes[game.winner - 1])


Counts = NDArray[np.int64]

HELD_POINTS = 501
"""How many points of a game the held cards are added up at."""

_FINISHED = [ENDINGS.index(Ending.WON), ENDINGS.index(Ending.TIED)]
_ENDLESS = ENDINGS.index(Ending.ENDLESS)


def no_held() -> Counts:
    """The sums of held cards before any game: games, the leader's cards, the winner's cards."""
    return np.zeros((3, HELD_POINTS), np.int64)


@dataclass(frozen=True)
class Extreme:
    """A value, and the number of the first game that has it."""

    value: int
    game: int


@dataclass
class GameTally(ComparedByContent):
    """Sums over games. Adding tallies gives that of all their games, in any order.

    Attributes
    ----------
    games
        How many.
    endings
        Games by the code of their ending.
    won
        Games won, by player.
    by_turns
        Finished games by their turns.
    by_period
        Endless games by the rounds of their cycle.
    first_endless
        The number of the first endless game.
    latest_entry
        The endless game that takes longest to reach its cycle, with the rounds before it.
    shortest, longest
        The finished games with fewest and most turns.
    rounds
        Rounds of all finished games.
    wars, games_with
        Rounds with one war, two, ..., six or more, in finished games; and the games with at least one such round.
    three_way, games_with_three_way
        Wars that three or more players began, rounds with at least two of them in a row, and with three, in finished
        games; and the games with at least one of each.
    rounds_squared, war_squares
        Sums over the finished games, for the errors of rates: of rounds squared; and a row for each kind of war (by
        depth, then three-way), of their number squared and of their number times rounds. Of any size.
    parity
        Finished games by turns even or odd, number of wars even or odd, and without or with a short war.
    held
        At every tenth round, of the games won: games not yet over, their leader's cards, their winner's cards.
    """

    games: int
    endings: Counts
    won: Counts
    by_turns: Counts
    by_period: Counter[int]
    first_endless: int | None
    latest_entry: Extreme | None
    shortest: Extreme | None
    longest: Extreme | None
    rounds: int
    wars: Counts
    games_with: Counts
    three_way: Counts
    games_with_three_way: Counts
    rounds_squared: int
    war_squares: NDArray[np.object_]
    parity: Counts
    held: Counts = field(repr=False)

    @classmethod
    def of(cls, rules: RuleSet, first: int, records: Counts, held: Counts) -> Self:
        """The tally of games with consecutive numbers from `first` on, by their records and the sums of held cards."""
        finished = np.flatnonzero(are_finished(records))
        endless = np.flatnonzero(records[:, Column.ENDING] == _ENDLESS)
        ended = records[finished]
        turns = counted_turns(rules, ended[:, Column.ROUNDS], ended[:, Column.MORE_COMPARISONS])
        rounds = ended[:, Column.ROUNDS]
        depths = ended[:, Column.DEPTH : Column.DEPTH + DEPTHS]
        three_ways = ended[:, Column.THREE_WAY : Column.TRIPLE_THREE_WAY + 1]
        kinds = np.column_stack([depths, three_ways])
        cells = 4 * (turns % 2) + 2 * (ended[:, Column.WARS] % 2) + (ended[:, Column.SHORT] > 0)
        entries = records[endless, Column.ENTRY]
        return cls(
            games=len(records),
            endings=np.bincount(records[:, Column.ENDING], minlength=len(ENDINGS)),
            won=np.bincount(records[:, Column.WINNER], minlength=rules.players + 1)[1:],
            by_turns=np.bincount(turns),
            by_period=Counter(records[endless, Column.PERIOD].tolist()),
            first_endless=first + int(endless[0]) if len(endless) else None,
            latest_entry=_extreme(entries, entries.argmax(), first + endless) if len(endless) else None,
            shortest=_extreme(turns, turns.argmin(), first + finished) if len(finished) else None,
            longest=_extreme(turns, turns.argmax(), first + finished) if len(finished) else None,
            rounds=int(rounds.sum()),
            wars=depths.sum(axis=0),
            games_with=(depths > 0).sum(axis=0),
            three_way=three_ways.sum(axis=0),
            games_with_three_way=(three_ways > 0).sum(axis=0),
            rounds_squared=int(rounds @ rounds),
            war_squares=np.stack([(kinds**2).sum(axis=0), rounds @ kinds], axis=1).astype(object),
            parity=np.bincount(cells, minlength=8).reshape(2, 2, 2),
            held=held,
        )

    def is_sound(self, rules: RuleSet, games: int) -> bool:
        """Whether it may be the tally of so many games: sums of the right sizes, and none below 0."""
        none = type(self).of(rules, 0, np.zeros((0, COLUMNS), np.int64), no_held())
        arrays = [name for name, value in vars(none).items() if isinstance(value, np.ndarray)]
        extremes = (self.latest_entry, self.shortest, self.longest)
        turns = np.flatnonzero(self.by_turns)
        return (
            self.games == games == self.endings.sum()
            and self.by_period.total() == self.endings[_ENDLESS]
            and all(np.min(getattr(self, name), initial=0) == 0 for name in arrays)
            and all(getattr(self, name).shape == getattr(none, name).shape for name in arrays if name != "by_turns")
            and self.by_turns.ndim == 1
            and self.by_turns.sum() == self.finished
            and [each.value for each in (self.shortest, self.longest) if each] == [*turns[:1], *turns[-1:]]
            and all(0 <= period <= LARGEST_CAP and count >= 0 for period, count in self.by_period.items())
            and all(extreme is None or min(extreme.value, extreme.game) >= 0 for extreme in extremes)
            and min(self.rounds, self.first_endless or 0) >= 0
            and self.rounds**2 <= self.finished * self.rounds_squared  # Cauchy and Schwarz
        )

    def __add__(self, other: Self) -> Self:
        merge: dict[str, Callable[[Any, Any], Any]] = {
            "by_turns": added,
            "first_endless": partial(_best, min),
            "latest_entry": partial(_best, max),
            "shortest": partial(_best, min),
            "longest": partial(_best, max),
        }
        both = ((name, value, getattr(other, name)) for name, value in vars(self).items())
        return type(self)(**{name: merge.get(name, add)(one, another) for name, one, another in both})

    def count(self, ending: Ending) -> int:
        """How many games came out that way."""
        return int(self.endings[ENDINGS.index(ending)])

    @property
    def finished(self) -> int:
        """Games that ended, with or without a winner."""
        return self.count(Ending.WON) + self.count(Ending.TIED)


def are_finished(records: Counts) -> NDArray[np.bool_]:
    """Which of the recorded games ended, with or without a winner."""
    return np.isin(records[:, Column.ENDING], _FINISHED)


def _extreme(values: Counts, place: np.intp, games: Counts) -> Extreme:
    return Extreme(int(values[place]), int(games[place]))


def _best(choose: Callable[..., Any], *values: Any) -> Any:
    """The first of the games that have the least or the largest value, whichever is chosen; None if there are none."""
    known = sorted((value for value in values if value is not None), key=lambda value: getattr(value, "game", 0))
    return choose(known, key=lambda value: getattr(value, "value", value), default=None)
