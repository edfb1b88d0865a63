"""Game lengths of one relation without memory for its positions: the forests behind all ends and cycles, as a campaign.

Each finite position is visited once, going back from the finished games, and each endless one once, going back from its
cycle. Only the latter tells how long the cycles are; how many positions are endless is known without.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial
from typing import ClassVar

from wargraph.campaign.effort import HOURS, Effort
from wargraph.campaign.interruption import interrupted_later
from wargraph.campaign.pieces import KeptPiece
from wargraph.campaign.progress import Amount
from wargraph.campaign.run import Campaign
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError
from wargraph.fixed_order.forest.query import Asked, ForestTally, Root

_MOST_CARDS = 19
"""The positions of more cards are not numbered by 64 bits."""

_WORDS = 1 << 20
"""Arrangements of the cards in a piece."""


@dataclass(frozen=True)
class Trees(KeptPiece[ForestTally]):
    """A piece: the trees of some roots, which are told by the arrangements of the cards from one number on."""

    asked: Asked
    root: Root
    first: int
    count: int

    tag: ClassVar[str] = "forest"

    def work(self) -> "tuple[ForestTally, tuple[()]]":
        """Walk them all."""
        from wargraph.fixed_order.forest.walk import walked

        return walked(self.asked, self.root, self.first, self.count), ()

    def is_sound(self) -> bool:
        asked = self.asked
        stop = self.first + self.count
        return (
            asked.relation.n <= _MOST_CARDS
            and self.root in _roots(asked, with_cycles=True)
            and 0 <= self.first < stop <= factorial(asked.relation.n)
            and self.count <= _WORDS
        )

    def may_find(self, partial: ForestTally) -> bool:
        turns, number = partial.deepest or (0, 0)
        positions = factorial(self.asked.relation.n + 1)
        counts = (*partial.by_turns.items(), *partial.by_cycle_length.items())
        return (
            all(0 <= length <= positions and 0 <= count <= positions for length, count in counts)
            and -positions <= turns <= 0 <= number < positions
            and partial.words == self.count
        )


class WalkedForest(Campaign[Trees, ForestTally]):
    """The campaign that walks the forests of what is asked; `with_cycles` also those behind the cycles."""

    hours = HOURS
    way_out = "use fewer cards"

    def __init__(self, asked: Asked, with_cycles: bool) -> None:
        self.asked = asked
        self.with_cycles = with_cycles
        self.roots = _roots(asked, with_cycles)

    def __str__(self) -> str:
        return str(self.asked)

    def pieces(self) -> Iterator[Trees]:
        words = factorial(self.asked.relation.n)
        for first in range(0, words, _WORDS):
            for root in self.roots:  # in turn, so that what is left takes as long as what is done
                yield Trees(self.asked, root, first, min(_WORDS, words - first))

    def merged(self, one: ForestTally, other: ForestTally) -> ForestTally:
        return ForestTally(
            one.by_turns + other.by_turns,
            one.by_cycle_length + other.by_cycle_length,
            min((each for each in (one.deepest, other.deepest) if each), default=None),
            one.words + other.words,
        )

    def amount(self) -> Amount | None:
        done = self.result.words if self.result else 0
        return Amount(done, len(self.roots) * factorial(self.asked.relation.n) - done, "arrangements of the cards")

    def check(self, result: ForestTally) -> None:
        super().check(result)
        if self.with_cycles:
            self.check_total(result.by_turns.total() + result.by_cycle_length.total(), self.asked.starts, "starts")

    def known(self) -> str:
        if self.result is None or self.result.deepest is None:
            return ""
        finite, (turns, number) = self.result.by_turns.total(), self.result.deepest
        return (
            f"{self.asked}: {finite:,} of {self.asked.starts:,} are known to end so far, "
            f"the last after {-turns} turns, from {self.asked.relation.text(_position(self.asked, number))}"
        )


def walked_finite(asked: Asked, effort: Effort | None) -> tuple[dict[int, int], Position | None]:
    """How many starts lead to a game of each length, by turns, and the first start of a longest one."""
    tally = _walked(asked, effort)
    example = None if tally.deepest is None else _position(asked, tally.deepest[1])
    return dict(sorted(tally.by_turns.items())), example


def walked_lengths(asked: Asked, effort: Effort | None) -> tuple[dict[int, int], dict[int, int]]:
    """The starts by the turns to the end of their game, and the endless ones by the length of their cycle.

    Together they must be all starts.
    """
    tally = _walked(asked, effort, with_cycles=True)
    return dict(sorted(tally.by_turns.items())), dict(sorted(tally.by_cycle_length.items()))


def first_endless(asked: Asked) -> Position:
    """The first endless start in the order of a War graph; to be asked only if there is one."""
    from wargraph.fixed_order.forest.walk import first_endless_number

    return _position(asked, first_endless_number(asked))


def check_forest_size(n: int) -> None:
    """Refuse a relation with more positions than can be numbered.

    Raises
    ------
    ParameterError
        If it has more than 19 cards.
    """
    if n > _MOST_CARDS:
        raise ParameterError(
            f"the positions of a relation on {n} cards are too many to be counted: use at most {_MOST_CARDS} cards"
        )


def _walked(asked: Asked, effort: Effort | None, with_cycles: bool = False) -> ForestTally:
    with interrupted_later():
        compile_kernels()
    return WalkedForest(asked, with_cycles).run(effort)


def compile_kernels() -> None:
    """Have the kernels compiled, or loaded, before time is taken and before threads wait for them."""
    from wargraph.fixed_order.forest.walk import first_endless_number, walked

    for root in Root:
        walked(Asked(Relation.named("suits:2x2"), ReturnOrder.WL, Deals.ANY), root, 0, 1)
    first_endless_number(Asked(Relation.named("rock-paper-scissors"), ReturnOrder.WL, Deals.ANY))


def _roots(asked: Asked, with_cycles: bool) -> list[Root]:
    from wargraph.fixed_order.forest.game import game_of

    by_right = [] if game_of(asked.relation, asked.order).is_symmetric else [Root.RIGHT_WINS]
    tie = [Root.TIE] if asked.relation.has_draws and asked.relation.n % 2 == 0 else []
    return [Root.LEFT_WINS, *by_right, *tie, *([Root.CYCLE] if with_cycles else [])]


def _position(asked: Asked, number: int) -> Position:
    from wargraph.graph.positions import Positions

    return Positions(asked.relation.n, left_holds_n=False)[number]
