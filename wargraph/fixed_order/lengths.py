"""How long games last under a fixed return order: the whole distribution, the endless ones, the longest.

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
from wargraph.fixed_order.forest.engine import ForestEngine
from wargraph.fixed_order.graph_engine import GraphEngine
from wargraph.fixed_order.results import Endless, Engine, Lengths, Longest
from wargraph.fixed_order.transcripts.engine import TranscriptEngine
from wargraph.fixed_order.transcripts.symbolic import check_size
from wargraph.graph.war_graph import Deck, WarGraph, graph_fits

_LARGEST_QUICKER_BY_GRAPH = 9
"""With more cards the walk takes less time than to build the graph and play it out, for any one question."""


def engine_of(deck: Deck, order: ReturnOrder | str, deals: Deals | str) -> Engine:
    """Choose the engine for a deck; a matrix is read here, once.

    >>> [type(engine_of(deck, "WL", "any")).__name__ for deck in (9, "order:2", "cyclic:11")]
    ['TranscriptEngine', 'GraphEngine', 'ForestEngine']
    """
    order, deals = ReturnOrder.fixed(order), Deals(deals)
    if isinstance(deck, Number):
        return TranscriptEngine(check_size(deck), order, deals)
    if isinstance(deck, WarGraph):
        return GraphEngine(deck, order, deals)
    relation = Relation.of(deck)
    if is_walked(relation):
        return ForestEngine(relation, order, deals)
    return GraphEngine(WarGraph.from_relation(relation), order, deals)


def is_walked(relation: Relation) -> bool:
    """Whether the forest of a relation is walked instead of building its War graph."""
    return relation.n > _LARGEST_QUICKER_BY_GRAPH or not graph_fits(relation.n, left_holds_n=False)


@checkpointed
def lengths(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
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
        The starting positions: ``any`` for all, or ``even`` for the balanced deals.
    run_options : RunOptions, optional
        Who does the work, how long it may take, who sees the progress and where it is kept; by default all cores, one
        hour and no checkpoint. A War graph is played out at once, without them.

    Raises
    ------
    TooLongError
        If the work is forecast to take longer than `run_options` allows.

    See Also
    --------
    cycles

    Examples
    --------
    >>> result = lengths(9, "WL", "even")
    >>> result.endless, result.by_cycle_length, max(result.by_turns)
    (218680, {20: 98503, 30: 120177}, 28)
    >>> lengths(WarGraph(9), "WL", "even") == result
    True
    """
    return engine_of(deck, order, deals).lengths(run_options)


@checkpointed
def endless(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Endless:
    """Count the games that never end under a fixed return order, and find one of them; the parameters of `lengths`.

    See Also
    --------
    endless_cycles

    References
    ----------
    For WL and balanced deals, OEIS A400411.

    Examples
    --------
    >>> result = endless(13, "WL", "even")
    >>> result.endless, round(result.endless / result.total, 4), result.verify().period
    (4880546113, 0.7838, 42)
    """
    return engine_of(deck, order, deals).endless(run_options)


@checkpointed
def longest(
    deck: Deck, order: ReturnOrder | str = "WL", deals: Deals | str = "any", run_options: RunOptions | None = None
) -> Longest:
    """Find the longest finite game under a fixed order, how many positions attain it, and one; as `lengths` is asked.

    Raises
    ------
    NoGameEndsError
        If no game from the balanced deals of a relation ends. From all starting positions some game always ends, and
        so does some balanced deal of the standard deck.

    See Also
    --------
    longest_of_any_relation, finish

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
            f"no game from the {engine.deals} deals of {engine.relation.name} ends under {engine.order}: "
            "ask for any deals, or use endless"
        )
    return result
