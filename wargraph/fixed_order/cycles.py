"""The cycles under a fixed return order: how many there are of each length, what runs into them, and the cycles."""

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.lengths import engine_of
from wargraph.fixed_order.results import Cycles
from wargraph.fixed_order.transcripts.cycles import EndlessCycles
from wargraph.fixed_order.transcripts.engine import TranscriptEngine
from wargraph.fixed_order.transcripts.symbolic import check_size
from wargraph.graph.war_graph import Deck


@checkpointed
def cycles(deck: Deck, order: ReturnOrder | str = "WL", run_options: RunOptions | None = None) -> Cycles:
    """Find the cycles under a fixed return order: their lengths, their numbers, and on request the cycles themselves.

    On the standard deck random deals meet the symbolic cycles. That none is missing is proved: the positions that run
    into these cycles and the positions whose game ends are counted, and must add up to all positions. The positions of
    a relation are played out in its War graph. The parameters are those of `lengths`.

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
    return engine_of(deck, order, Deals.ANY).cycles(run_options)


@checkpointed
def endless_cycles(
    n: int, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> EndlessCycles:
    """Count the endless deals of the standard deck by the cycle they run into, and by the turns before they reach it.

    The finite positions are counted as well; the search for cycles ends when finite and endless deals add up to all.
    There are at most 32 cards; the other parameters are those of `lengths`.

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
