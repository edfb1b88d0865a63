"""The answers about all games under a fixed return order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import factorial
from typing import ClassVar, Protocol

from wargraph.core.position import Deals, Position
from wargraph.core.question import StartsResult
from wargraph.core.relation import Relation
from wargraph.core.rules import Game, ReturnOrder, play
from wargraph.errors import ParameterError, WarGraphError, shown
from wargraph.report.humanize import counted, in_span
from wargraph.report.result import Row, row_of


@dataclass(frozen=True)
class FixedOrderResult(StartsResult):
    """Base of results about the games from some starting positions under a fixed return order."""

    order: ReturnOrder
    """The return order, WL or LW."""

    _question: ClassVar[Sequence[str]] = ("n", "order", "deals")

    @property
    def _under(self) -> str:
        """The games, after a noun."""
        return f"of {self.relation.display} under {self.order}"

    def _verified(self, example: Position, turns: int | None) -> Game:
        """Play the game from an example, and check that it lasts `turns` turns, or is endless if that is None."""
        game = play(example, self.order, self.relation)
        if (None if game.is_endless else game.turns) != turns:
            expected = "be endless" if turns is None else f"last {turns} turns"
            raise WarGraphError(
                f"position {self.relation.text(example)} under {self.order} should {expected}, "
                f"but the reference implementation says: {game.outcome}: please report this"
            )
        return game

    def _never_end(self, endless: int, total: int, of: str = "") -> str:
        return f"{endless:,} of the {counted(total, self._start)}{of} ({endless / total:.1%}) never end"


@dataclass(frozen=True)
class Lengths(FixedOrderResult):
    """The distribution of game lengths and cycle lengths under a fixed return order.

    Attributes
    ----------
    by_turns : dict of int to int
        Number of positions by the turns to the end of their game.
    by_cycle_length : dict of int to int
        Number of endless positions by the length of the cycle they run into, in turns.
    """

    by_turns: dict[int, int]
    by_cycle_length: dict[int, int]

    @property
    def finite(self) -> int:
        """Number of positions whose game ends."""
        return sum(self.by_turns.values())

    @property
    def endless(self) -> int:
        """Number of positions whose game never ends."""
        return sum(self.by_cycle_length.values())

    @property
    def total(self) -> int:
        """Number of positions."""
        return self.finite + self.endless

    @property
    def longest(self) -> int | None:
        """Turns of the longest finite game; None if there is none."""
        return max(self.by_turns, default=None)

    @property
    def mean(self) -> float | None:
        """Mean of the turns of the games that end; None if there is none."""
        return sum(turns * count for turns, count in self.by_turns.items()) / self.finite if self.by_turns else None

    @property
    def median(self) -> int | None:
        """Lower median of the turns of the games that end: half of them take no more. None if there is none."""
        over = zip(self.by_turns, accumulate(self.by_turns.values()), strict=True)
        return next((turns for turns, count in over if 2 * count >= self.finite), None)

    def _answer(self) -> str:
        into = f"each runs into a cycle of {in_span(self.by_cycle_length, 'turn')}" if self.endless else ""
        if self.longest is None or self.median is None:
            return f"No {self._start} {self._under} ends: {into}."
        half, longest = counted(self.median, "turn"), counted(self.longest, "turn")
        if not self.endless:
            return f"Every {self._start} {self._under} ends, half of them within {half} and all within {longest}."
        ending = f"Of the {self._start}s {self._under} that end, half do so within {half} and all within {longest}."
        return f"{ending} {self._never_end(self.endless, self.total)}: {into}."

    def rows(self) -> list[Row]:
        """Return rows ``n, order, deals, turns, cycle_length, positions``: finite lengths, then cycle lengths."""
        finite = [(turns, None, count) for turns, count in self.by_turns.items()]
        endless = [(None, length, count) for length, count in self.by_cycle_length.items()]
        return [
            row_of(self, *self._question, turns=turns, cycle_length=length, positions=count)
            for turns, length, count in (*finite, *endless)
        ]


@dataclass(frozen=True)
class Endless(FixedOrderResult):
    """The number of games that never end under a fixed return order.

    Attributes
    ----------
    endless, finite : int
        Number of positions whose game never ends, and of those whose game ends.
    longest : int or None
        The length of the longest finite game, in turns; None if no game ends.
    example : Position or None
        A position whose game never ends; None if there is none, or if random deals of the standard deck met none.
    """

    endless: int
    finite: int
    longest: int | None
    example: Position | None

    @property
    def total(self) -> int:
        """Number of starting positions."""
        return self.endless + self.finite

    def _answer(self) -> str:
        if self.longest is None:
            return f"No {self._start} of {self.relation.display} ends under {self.order}."
        longest = counted(self.longest, "turn")
        if not self.endless:
            return f"Every {self._start} of {self.relation.display} ends under {self.order}, within {longest}."
        never = self._never_end(self.endless, self.total, f" of {self.relation.display}")
        return f"{never} under {self.order}, and the longest finite game takes {longest}."

    def positions(self) -> Iterator[Position]:
        """List the starting positions whose game never ends, one at a time, by the number of cards in Left's hand.

        They are read off the War graph, which is built for this; a `TooLargeError` says that it does not fit.

        >>> from wargraph import endless
        >>> [str(position) for position in endless(5, "WL", "balanced").positions()][:3]
        ['532|14', '531|24', '523|14']
        """
        if not self.endless:
            return
        from wargraph.graph.outcomes.play_outs import play_outs

        is_standard = self.relation == Relation.order(self.n) and self.total < factorial(self.n + 1)
        yield from play_outs(self.n if is_standard else self.relation, self.order).starts(self.deals, None)

    def verify(self) -> Game | None:
        """Play the example by the reference implementation, to the position that repeats; None without an example."""
        return None if self.example is None else self._verified(self.example, None)

    def rows(self) -> list[Row]:
        """Return one row ``n, order, deals, total, endless, finite, share, longest, endless_example``."""
        share = round(self.endless / self.total, 6)
        example = None if self.example is None else self.relation.text(self.example)
        counts = row_of(self, "n", "order", "deals", "total", "endless", "finite", share=share)
        return [counts | {"longest": self.longest, "endless_example": example}]


@dataclass(frozen=True)
class Longest(FixedOrderResult):
    """The longest finite game under a fixed return order.

    Attributes
    ----------
    turns : int
        The length of the longest finite game, in turns.
    positions : int
        Number of positions whose game lasts that long.
    example : Position
        One of these positions; a balanced deal if only these were searched.
    """

    turns: int
    positions: int
    example: Position

    @property
    def _cards(self) -> str:
        return self.relation.display

    def _answer(self) -> str:
        starts, last = counted(self.positions, self._start), "lasts" if self.positions == 1 else "last"
        deals = f" from {self._start}s" if self.deals is Deals.BALANCED else ""
        games = f"{self._cards}{deals} under {self.order}"
        return f"The longest finite game of {games} takes {counted(self.turns, 'turn')}; {starts} {last} that long."

    def verify(self) -> Game:
        """Play the example by the reference implementation, which must take as many turns as the result says.

        >>> from wargraph import longest
        >>> print(longest(7).verify())
        324517|6 under WL: Left wins after 17 turns
        """
        return self._verified(self.example, self.turns)

    def rows(self) -> list[Row]:
        """Return one row ``n, order, deals, turns, positions, example``."""
        example = self.relation.text(self.example)
        return [row_of(self, "n", "order", "deals", "turns", "positions", example=example)]


class CycleSource(Protocol):
    """An object that lists cycles: `PlayOuts`, or `EndlessCycles` of the standard deck."""

    def cycles_of_length(self, length: int) -> Iterator[tuple[Position, ...]]:
        """List the cycles of a length, one by one, each in the order of play."""


@dataclass(frozen=True)
class Cycles(FixedOrderResult):
    """The cycles under a fixed return order. Iterating gives them one by one, shortest first.

    Attributes
    ----------
    cycles : dict of int to int
        Number of cycles by their length, in turns.
    endless : dict of int to int
        Number of positions that run into a cycle or lie on it, by the length of the cycle.
    source : PlayOuts or EndlessCycles
        The object that lists the cycles of a length one by one.
    """

    cycles: dict[int, int]
    endless: dict[int, int]
    source: CycleSource = field(repr=False, compare=False)

    _question = ("n", "order")
    _columns = ("cycle_length", "cycles", "positions", "endless")

    def _answer(self) -> str:
        if not self.cycles:
            return f"There is no cycle {self._under}: every game ends."
        number, endless = sum(self.cycles.values()), counted(sum(self.endless.values()), "position")
        there = "There is" if number == 1 else "There are"
        cycles = f"{counted(number, 'cycle')} {self._under}, of {in_span(self.cycles, 'turn')}"
        return f"{there} {cycles}; {endless} run into {'it' if number == 1 else 'one of them'}."

    def rows(self) -> list[Row]:
        """Return rows ``n, order, cycle_length, cycles, positions, endless``.

        The ``positions`` lie on the cycles, and the ``endless`` ones run into them or lie on them.
        """
        question = row_of(self, *self._question)
        return [
            question
            | {"cycle_length": length, "cycles": count, "positions": length * count, "endless": self.endless[length]}
            for length, count in self.cycles.items()
        ]

    def example(self, length: int) -> tuple[Position, ...]:
        """Return a cycle of this length; a `ParameterError` says that there is none."""
        if length not in self.cycles:
            raise ParameterError(f"there is no cycle of length {shown(length)}: there are {list(self.cycles)}")
        return next(self.source.cycles_of_length(length))

    def __iter__(self) -> Iterator[tuple[Position, ...]]:
        """List the cycles themselves, one after the other, shortest first, each in the order of play."""
        for length in self.cycles:
            yield from self.source.cycles_of_length(length)
