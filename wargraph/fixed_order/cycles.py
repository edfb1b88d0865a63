"""The cycles under a fixed return order: how many there are of each length, what runs into them, and they themselves.

Two engines answer, as they do for the lengths of games.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from numbers import Number

import numpy as np

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.effort import Effort
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError, shown
from wargraph.fixed_order.dispatch import deck_relation, deck_size
from wargraph.fixed_order.transcripts.cycles import EndlessCycles, endless_cycles
from wargraph.fixed_order.transcripts.symbolic import check_size
from wargraph.graph.lengths import count_by_value, counted_lengths
from wargraph.graph.play_outs import PlayOuts, play_outs
from wargraph.graph.war_graph import Deck, WarGraph, as_graph
from wargraph.report.humanize import counted, in_span
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class CyclesOfOrder(Result):
    """The cycles under a fixed return order. Iterating gives them one by one, shortest first.

    Attributes
    ----------
    n, order
        What was searched.
    cycles
        Number of cycles by length in turns.
    endless
        Positions that run into a cycle, by its length; those on the cycle are among them.
    relation
        Who beats whom.
    source
        Where they were found, and where the cycles themselves come from.

    See Also
    --------
    cycles_of_order, Lengths
    """

    n: int
    order: ReturnOrder
    cycles: dict[int, int]
    endless: dict[int, int]
    relation: Relation = field(repr=False)
    source: PlayOuts | EndlessCycles = field(repr=False, compare=False)

    def _answer(self) -> str:
        whose = f"{self.relation.told} under {self.order}"
        if not self.cycles:
            return f"There is no cycle of {whose}: every game ends."
        number, endless = sum(self.cycles.values()), counted(sum(self.endless.values()), "position")
        there = "There is" if number == 1 else "There are"
        cycles = f"{counted(number, 'cycle')} of {whose}, of {in_span(self.cycles, 'turn')}"
        return f"{there} {cycles}; {endless} run into {'it' if number == 1 else 'one of them'}."

    def rows(self) -> list[Row]:
        """Rows ``length, cycles, positions, endless``: positions on the cycles, and those that run into them."""
        return [
            {"length": length, "cycles": count, "positions": length * count, "endless": self.endless[length]}
            for length, count in self.cycles.items()
        ]

    def example(self, length: int) -> tuple[Position, ...]:
        """A cycle of this length.

        Raises
        ------
        ParameterError
            If there is none.
        """
        if length not in self.cycles:
            raise ParameterError(f"there is no cycle of length {shown(length)}: there are {list(self.cycles)}")
        return next(self.source.cycles_of_length(length))

    def __iter__(self) -> Iterator[tuple[Position, ...]]:
        """The cycles themselves, one after the other, shortest first, each in the order of play."""
        for length in self.cycles:
            yield from self.source.cycles_of_length(length)


@checkpointed
def cycles_of_order(deck: Deck, order: ReturnOrder | str = "WL", effort: Effort | None = None) -> CyclesOfOrder:
    """The cycles under a fixed return order: lengths, how many, and the cycles themselves on request.

    On the standard deck they are found by symbolic cycle, and that none is missing is proved: those that run into the
    cycles and those that end are counted, and must be all positions together.

    Parameters
    ----------
    deck
        A number of cards n for the standard deck, at most 32: counted by transcript classes, without visiting
        positions. Or a `WarGraph`, whose positions are played out, or what `Relation.of` makes a relation of.
    order
        ``WL`` or ``LW``.
    effort
        For the standard deck: who works, for how long, and who is told.

    Raises
    ------
    TooLongError
        As for `endless_cycles`.

    See Also
    --------
    CyclesOfOrder, endless_cycles, free_cycles, lengths

    Examples
    --------
    >>> found = cycles_of_order("rock-paper-scissors", "WL")
    >>> found.cycles
    {6: 1}
    >>> [str(position) for position in next(iter(found))]
    ['3|21', '32|1', '2|13', '21|3', '1|32', '13|2']
    >>> cycles_of_order(12, "LW").cycles
    {80: 288}
    >>> cycles_of_order(9) == cycles_of_order(WarGraph(9))
    True
    """
    order = ReturnOrder.fixed(order)
    deck = check_size(deck) if isinstance(deck, Number) else as_graph(deck)
    n = deck_size(deck)
    source: PlayOuts | EndlessCycles
    if isinstance(deck, WarGraph):
        source = play_outs(deck, order)
        cycles = count_by_value(np.bincount(source.cycle_lengths))
        _, endless = counted_lengths(deck, order, Deals.ANY)
    else:
        source = endless_cycles(n, order, Deals.ANY, effort)
        on_cycle: Counter[int] = Counter()
        for into in source.cycles:
            on_cycle[into.cycle.length] += into.by_entry[0]
        cycles = {length: on_cycle[length] // length for length in sorted(on_cycle)}
        endless = source.by_cycle_length
    return CyclesOfOrder(n, order, cycles, endless, deck_relation(deck), source)
