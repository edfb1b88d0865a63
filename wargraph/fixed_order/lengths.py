"""The lengths of games under a fixed return order: the distribution, the endless games, the longest one, the cycles.

Three engines answer, and `engine_of` says which. The standard deck is counted by transcript classes. Of a relation the
positions are played out in the arrays of its War graph or, if it is large, visited by the walk through its forest,
which takes no memory for them.
"""

from numbers import Number

from wargraph.campaign.checkpointed import checkpointed
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.errors import NoGameEndsError
from wargraph.fixed_order.engine import Engine
from wargraph.fixed_order.results import Cycles, Endless, Lengths, Longest
from wargraph.fixed_order.transcripts.cycles import EndlessCycles
from wargraph.fixed_order.transcripts.engine import TranscriptEngine
from wargraph.fixed_order.transcripts.symbolic import check_size
from wargraph.graph.war_graph import Deck, WarGraph, as_deck, graph_fits

_LARGEST_QUICKER_BY_GRAPH = 9
"""With more cards the walk takes less time than to build the graph and play it out, for any one question."""


def engine_of(deck: Deck, order: ReturnOrder | str, deals: Deals | str) -> Engine:
    """Choose the engine for a deck; a matrix is read here, once.

    >>> [type(engine_of(deck, "WL", "all")).__name__ for deck in (9, "order:2", "cyclic:11")]
    ['TranscriptEngine', 'GraphEngine', 'ForestEngine']
    """
    order, deals = ReturnOrder.fixed(order), Deals(deals)
    if isinstance(deck, Number):
        return TranscriptEngine(check_size(deck), order, deals)
    from wargraph.fixed_order.forest.engine import ForestEngine  # here: the standard deck needs none of these
    from wargraph.fixed_order.graph_engine import GraphEngine

    if isinstance(deck, WarGraph):
        return GraphEngine(deck, order, deals)
    relation = Relation.of(deck)
    if relation.n > _LARGEST_QUICKER_BY_GRAPH or not graph_fits(relation.n, left_holds_n=False):
        return ForestEngine(relation, order, deals)
    return GraphEngine(WarGraph.from_relation(relation), order, deals)


@checkpointed(deck=as_deck, order=ReturnOrder, deals=Deals)
def lengths(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "all", run_options: RunOptions | None = None
) -> Lengths:
    """Count the starting positions by the length of their game or of the cycle it runs into, under a fixed order.

    Parameters
    ----------
    deck : int, WarGraph, Relation or anything that `Relation.of` accepts
        A number of cards n, at most 32, stands for the standard deck, which is counted by transcript classes, without
        visiting positions. A War graph is played out. For a relation with more than 9 cards the positions are visited
        one by one, without being stored.
    order : ReturnOrder or str
        The return order, ``WL`` or ``LW``.
    deals : Deals or str
        The starting positions: ``all`` for all, or ``balanced`` for the balanced deals.
    run_options : RunOptions, optional
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint. A War graph is played out at once, without them.

    Raises
    ------
    TooLongError
        If the work is forecast to take longer than `run_options` allows.

    Examples
    --------
    >>> result = lengths(9, "WL", "balanced")
    >>> result.endless, result.by_cycle_length, max(result.by_turns)
    (218680, {20: 98503, 30: 120177}, 28)
    >>> lengths(WarGraph(9), "WL", "balanced") == result
    True
    """
    return engine_of(deck, order, deals).lengths(run_options)


@checkpointed(deck=as_deck, order=ReturnOrder, deals=Deals)
def endless(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "all", run_options: RunOptions | None = None
) -> Endless:
    """Count the games that never end under a fixed return order, and find one of them; the parameters of `lengths`.

    For WL and balanced deals the numbers are OEIS A400411.

    >>> result = endless(13, "WL", "balanced")
    >>> result.endless, round(result.endless / result.total, 4), result.verify().cycle_length
    (4880546113, 0.7838, 42)
    """
    return engine_of(deck, order, deals).endless(run_options)


@checkpointed(deck=as_deck, order=ReturnOrder, deals=Deals)
def longest(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "all", run_options: RunOptions | None = None
) -> Longest:
    """Find the longest finite game under a fixed order, the number of positions that attain it, and one of them.

    The parameters are those of `lengths`.

    Raises
    ------
    NoGameEndsError
        If no game from the balanced deals of a relation ends. From all starting positions some game always ends, and
        so does some balanced deal of the standard deck.

    See Also
    --------
    longest_over_tournaments, farthest

    Examples
    --------
    >>> result = longest(12, "LW")
    >>> result.turns, result.positions, str(result.example)
    (123, 12, '12|4,9,1,6,8,10,2,11,7,5,3')
    """
    engine = engine_of(deck, order, deals)
    result = engine.longest(run_options)
    if result is None:
        raise NoGameEndsError(
            f"no game from {engine.deals.meaning} of {engine.relation.name} ends under {engine.order}: "
            "ask for all starting positions, or use endless"
        )
    return result


@checkpointed(deck=as_deck, order=ReturnOrder)
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
    >>> cycles(9) == cycles(WarGraph(9))
    True
    """
    return engine_of(deck, order, Deals.ALL).cycles(run_options)


@checkpointed(order=ReturnOrder, deals=Deals)
def endless_cycles(
    n: int, order: ReturnOrder | str = "WL", deals: Deals | str = "all", run_options: RunOptions | None = None
) -> EndlessCycles:
    """Count the endless deals of the standard deck by the cycle they run into, and by the turns before they reach it.

    The cycles are found and proved complete as by `cycles`; the parameters are those of `lengths`.

    >>> found = endless_cycles(9, "WL", "balanced")
    >>> [(into.cycle.length, into.cycle.winners, into.positions, str(into.example)) for into in found.cycles]
    [(30, 'LR', 120177, '51867|9234'), (20, 'LR', 98503, '64318|7952')]
    """
    return TranscriptEngine(check_size(n), ReturnOrder.fixed(order), Deals(deals)).endless_cycles(run_options)
