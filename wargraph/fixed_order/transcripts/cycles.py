"""Endless games by transcript: the symbolic cycles, what runs into each, and the random deals that meet them.

A *symbolic cycle* is a cycle of the game with labels instead of ranks: hands of labels and a word of winners that
leads back to them. The comparisons once round it make a partial order, and each of its linear extensions is a cycle of
positions. Going back from a class on the cycle, only not along the cycle itself, gives a tree of transcript classes
just like the one behind the finished game: a class at depth d holds the positions that enter the cycle after d turns.

On the decks that can be counted there are few symbolic cycles, and at least one deal of 41 is endless, if any. So
random deals, played in plain Python, meet all cycles soon: up to 15 cards, the first 17 endless deals do. That no
cycle is missing is not hoped but proved: the trees' positions and the finite ones must add up to all deals.

Cycles in which the players win m turns each, in turn, were found by Spivey (Cycles in War, Integers 10, 2010).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from wargraph.core.position import Deals, Player, Position
from wargraph.core.rules import Game, ReturnOrder, play, turn_winner
from wargraph.errors import ParameterError
from wargraph.fixed_order.results import FixedOrderResult
from wargraph.fixed_order.transcripts.symbolic import Labels, TranscriptClass, as_start
from wargraph.fixed_order.transcripts.tally import TreeRoot
from wargraph.partial_orders.bit_rows import unrelated, with_comparison
from wargraph.report.result import Row, row_of

_FIRST_GAMES = 1 << 12
MOST_GAMES = 1 << 16
_SEED = 1


@dataclass(frozen=True)
class SymbolicCycle:
    """A cycle of the game with labels for cards.

    Attributes
    ----------
    n, order
        The deck and the return order.
    split
        Left's cards at the start of the word.
    winners
        The winners of the turns, ``L`` or ``R`` each: the shortest word whose repetition goes round the cycle, and of
        its rotations the first in the alphabet.

    Examples
    --------
    >>> cycle = SymbolicCycle.of(5, "WL", 3, "RLRLRL")
    >>> cycle.winners, cycle.split, cycle.length, cycle.swap() == cycle
    ('LR', 2, 6, True)
    """

    n: int
    order: ReturnOrder
    split: int
    winners: str

    @classmethod
    def of(cls, n: int, order: ReturnOrder | str, split: int, winners: str) -> "SymbolicCycle":
        """Return the cycle that a word of winners goes round from a split."""
        shortest = (winners + winners).index(winners, 1)
        word = winners[:shortest]
        turned = min(range(shortest), key=lambda turn: word[turn:] + word[:turn])
        gained = word[:turned].count("L") - word[:turned].count("R")
        return cls(n, ReturnOrder.fixed(order), split + gained, word[turned:] + word[:turned])

    @classmethod
    def of_game(cls, game: Game) -> "SymbolicCycle":
        """Return the cycle that an endless game of the standard deck runs into."""
        on_cycle = game.positions[game.preperiod : -1]
        winners = "".join("L" if turn_winner(position) is Player.LEFT else "R" for position in on_cycle)
        return cls.of(game.positions[0].n, game.order, on_cycle[0].split, winners)

    def swap(self) -> "SymbolicCycle":
        """Return the same cycle with the players exchanged."""
        return self.of(self.n, self.order, self.n - self.split, self.winners.translate(str.maketrans("LR", "RL")))

    @cached_property
    def _round(self) -> tuple[list[tuple[Labels, Labels]], tuple[int, ...]]:
        """The hands from turn to turn until they are the first ones again, and what is learnt on the way."""
        hands = [(tuple(range(self.split)), tuple(range(self.split, self.n)))]
        below = unrelated(self.n)
        while len(hands) == 1 or hands[-1] != hands[0] or (len(hands) - 1) % len(self.winners):
            left, right = hands[-1]
            if not (left and right):
                raise self._is_none("a hand runs empty")
            by_left = self.winners[(len(hands) - 1) % len(self.winners)] == "L"
            won, lost = (left[0], right[0]) if by_left else (right[0], left[0])
            if below[lost] >> won & 1:
                raise self._is_none("the comparisons contradict each other")
            below = with_comparison(below, won, lost)
            returned = self.order.returned(won, lost)
            hands.append((left[1:] + returned, right[1:]) if by_left else (left[1:], right[1:] + returned))
        return hands, below

    def _is_none(self, why: str) -> ParameterError:
        start = f"winners {self.winners} from a split of {self.split} of {self.n} cards"
        return ParameterError(f"{start}: {why}, so this is no cycle")

    @property
    def length(self) -> int:
        """Turns once round, until every card is back at its place."""
        return len(self._round[0]) - 1

    @property
    def classes(self) -> tuple[TranscriptClass, ...]:
        """The classes on the cycle, one for each turn of the word; all with everything learnt once round."""
        hands, below = self._round
        return tuple(TranscriptClass(self.order, *hands[turn], below) for turn in range(len(self.winners)))

    def rounds(self) -> Iterator[tuple[Position, ...]]:
        """Yield the cycles that it and its mirror image stand for, n in Left's hand, each in the order of play.

        >>> [[str(position) for position in found] for found in SymbolicCycle.of(3, "LW", 1, "LR").rounds()]
        [['13|2', '3|12']]
        """
        met: set[Position] = set()
        for position in self.classes[0].all_positions():
            game = play(as_start(position, Deals.ALL), self.order)
            first = min(game.positions)
            if first not in met:
                met.add(first)
                start = game.positions.index(first)
                yield game.positions[start:-1] + game.positions[:start]

    def roots(self) -> list[TreeRoot]:
        """Return the trees of what runs into the cycle, one for each class on it."""
        return [
            TreeRoot(known, Player.LEFT if self.winners[turn - 1] == "L" else Player.RIGHT, turn)
            for turn, known in enumerate(self.classes)
        ]


@dataclass(frozen=True)
class EndlessInto:
    """The deals that run into one symbolic cycle, or into its mirror image with the players exchanged.

    Attributes
    ----------
    cycle
        The cycle; of a mirrored pair the one that was met first.
    by_preperiod
        Number of deals by the turns before they reach the cycle.
    example
        One of the deals that take longest to reach it.
    """

    cycle: SymbolicCycle
    by_preperiod: dict[int, int]
    example: Position

    @property
    def positions(self) -> int:
        """Number of deals that run into the cycle."""
        return sum(self.by_preperiod.values())


@dataclass(frozen=True)
class EndlessCycles(FixedOrderResult):
    """The endless deals by the symbolic cycle they run into.

    Attributes
    ----------
    cycles
        The cycles with their deals, the most frequented first.
    """

    cycles: tuple[EndlessInto, ...]

    @property
    def endless(self) -> int:
        """Number of endless deals."""
        return sum(into.positions for into in self.cycles)

    @property
    def by_cycle_length(self) -> dict[int, int]:
        """Number of endless deals by the length of their cycle."""
        count: Counter[int] = Counter()
        for into in self.cycles:
            count[into.cycle.length] += into.positions
        return dict(sorted(count.items()))

    def cycles_of_length(self, length: int) -> Iterator[tuple[Position, ...]]:
        """Yield the cycles of a length, position by position, n in Left's hand."""
        for into in self.cycles:
            if into.cycle.length == length:
                yield from into.cycle.rounds()

    def rows(self) -> list[Row]:
        """Return rows ``n, order, deals, cycle_length, winners, split, positions, longest_preperiod, example``."""
        question = row_of(self, *self._question)
        return [
            question
            | {"cycle_length": into.cycle.length, **row_of(into.cycle, "winners", "split")}
            | {"positions": into.positions, "longest_preperiod": max(into.by_preperiod), "example": into.example}
            for into in self.cycles
        ]


def met_cycles(n: int, order: ReturnOrder, deals: Deals) -> Iterator[SymbolicCycle]:
    """Yield the cycles that random play meets, of a mirrored pair the first."""
    met: set[SymbolicCycle] = set()
    splits = _splits(n, deals)
    games = _FIRST_GAMES
    while games <= MOST_GAMES:
        for split in splits:
            for game in endless_games(n, order, split, games // len(splits), _SEED + games):
                cycle = SymbolicCycle.of_game(game)
                if cycle not in met:
                    met |= {cycle, cycle.swap()}
                    yield cycle
        games *= 4


def some_endless_deal(n: int, order: ReturnOrder, deals: Deals) -> Position | None:
    """Return the first endless deal that random play meets; None if it meets none for long."""
    met = (game for split in _splits(n, deals) for game in endless_games(n, order, split, MOST_GAMES // n, _SEED))
    return next((as_start(game.positions[0], deals) for game in met), None)


def _splits(n: int, deals: Deals) -> list[int]:
    """Return the splits to deal at random, the even one first."""
    half = (n + 1) // 2
    return [half] if deals is Deals.BALANCED else sorted(range(1, n), key=lambda split: abs(split - half))


def endless_games(n: int, order: ReturnOrder, split: int, games: int, seed: int) -> Iterator[Game]:
    """Play `games` random deals of n cards, `split` of them to Left, and yield the endless games."""
    rng = np.random.default_rng(seed)
    cards = np.arange(1, n + 1, dtype=np.uint8)
    for _ in range(games):
        rng.shuffle(cards)  # as the deal before left them
        deck = cards.tolist()
        game = play(Position(deck[:split], deck[split:]), order)
        if game.is_endless:
            yield game
