"""The cycles under a fixed return order: how many there are of each length, what runs into them, and the cycles."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import ParameterError, shown
from wargraph.fixed_order.lengths import engine_of
from wargraph.fixed_order.transcripts.cycles import EndlessCycles
from wargraph.fixed_order.transcripts.engine import TranscriptEngine
from wargraph.fixed_order.transcripts.symbolic import check_size
from wargraph.graph.play_outs import PlayOuts
from wargraph.graph.war_graph import Deck
from wargraph.report.humanize import counted, in_span
from wargraph.report.result import Result, Row


@dataclass(frozen=True)
class Cycles(Result):
    """The cycles under a fixed return order. Iterating gives them one by one, shortest first.

    Attributes
    ----------
    n : int
        Number of cards.
    order : ReturnOrder
        The return order, WL or LW.
    cycles : dict of int to int
        Number of cycles by their length, in turns.
    endless : dict of int to int
        Number of positions that run into a cycle or lie on it, by the length of the cycle.
    relation : Relation
        Who beats whom.
    source : PlayOuts or EndlessCycles
        The object that lists the cycles of a length one by one.
    """

    n: int
    order: ReturnOrder
    cycles: dict[int, int]
    endless: dict[int, int]
    relation: Relation = field(repr=False)
    source: PlayOuts | EndlessCycles = field(repr=False, compare=False)

    def _answer(self) -> str:
        whose = f"{self.relation.display} under {self.order}"
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
def cycles(deck: Deck, order: ReturnOrder | str = "WL", run_options: RunOptions | None = None) -> Cycles:
    """Find the cycles under a fixed return order: their lengths, their numbers, and on request the cycles themselves.

    On the standard deck random deals meet the symbolic cycles. That none is missing is proved: the positions that run
    into these cycles and the positions whose game ends are counted, and must add up to all positions.

    Parameters
    ----------
    deck
        A number of cards n for the standard deck, at most 32: counted by transcript classes, without visiting
        positions. Or a `WarGraph`, whose positions are played out, or what `Relation.of` makes a relation of.
    order
        ``WL`` or ``LW``.
    run_options
        For the standard deck: who does the work, how long it may take, who sees the progress and where it is kept; by
        default all cores, one hour and no checkpoint.

    Raises
    ------
    TooLongError
        If the work is forecast to take longer than `run_options` allows, or if random play does not meet the last
        cycle.

    See Also
    --------
    free_cycles

    Examples
    --------
    >>> found = cycles("rock-paper-scissors", "WL")
    >>> found.cycles
    {6: 1}
    >>> [str(position) for position in next(iter(found))]
    ['3|21', '32|1', '2|13', '21|3', '1|32', '13|2']
    >>> cycles(12, "LW").cycles
    {80: 288}
    >>> from wargraph import WarGraph
    >>> cycles(9) == cycles(WarGraph(9))
    True
    """
    engine = engine_of(deck, order, Deals.ANY)
    cycles, endless, source = engine.cycles(run_options)
    return Cycles(engine.n, engine.order, cycles, endless, engine.relation, source)


@checkpointed
def endless_cycles(
    n: int, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> EndlessCycles:
    """Count the endless deals of the standard deck by the cycle they run into, and by the turns before they reach it.

    The finite positions are counted as well; the search for cycles ends when finite and endless deals add up to all.

    Parameters
    ----------
    n
        Number of cards, at most 32.
    order
        ``WL`` or ``LW``.
    deals
        Which positions count as starts, see `Deals`.
    run_options
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint.

    Returns
    -------
    EndlessCycles
        For each cycle an `EndlessInto`: the number of deals by preperiod, and an example.

    Raises
    ------
    TooLongError
        If the trees are forecast to take longer than `run_options` allows, or if random play does not
        meet the last cycle.

    See Also
    --------
    EndlessCycles, SymbolicCycle, endless, cycles

    Examples
    --------
    >>> found = endless_cycles(9, "WL", "even")
    >>> [(into.cycle.length, into.cycle.winners, into.positions, str(into.example)) for into in found.cycles]
    [(30, 'LR', 120177, '51867|9234'), (20, 'LR', 98503, '64318|7952')]
    """
    n, order, deals = check_size(n), ReturnOrder.fixed(order), Deals(deals)
    return TranscriptEngine(n, order, deals).endless_cycles(run_options)
