"""Which decks are too large for what is to be done with them. What knows it is imported when it is asked."""

from collections.abc import Callable

from wargraph.errors import ParameterError

_MOST_OF_A_TOURNAMENT = 16
"""The tournaments on more cards are too many for two limbs of 64 bits."""

Limit = Callable[..., None]
"""Raises an error if a deck of so many cards is too large; a flag may say that it is not the standard deck."""


def graph_limit(n: int, is_standard: bool = True) -> None:
    """Refuse a War graph that does not fit into memory, with an analysis of it."""
    from wargraph.graph.war_graph import require_graph_memory

    require_graph_memory(n, left_holds_n=is_standard)


def counting_limit(n: int, is_standard: bool = True) -> None:
    """Refuse a deck whose games cannot be counted without its positions: by transcripts, or in the forest."""
    if is_standard:
        from wargraph.fixed_order.transcripts.symbolic import check_size

        check_size(n)
    else:
        from wargraph.fixed_order.forest.engine import check_forest_size

        check_forest_size(n)


def retrograde_limit(n: int, is_standard: bool = True) -> None:
    """Refuse a deck if three bits for each of its positions do not fit into memory."""
    from wargraph.graph.retrograde import require_retrograde_memory

    require_retrograde_memory(n, left_holds_n=is_standard)


def check_tournament_size(n: object) -> int:
    """`n` as a number of cards all of whose tournaments can be asked about, or a `ParameterError`."""
    from wargraph.fixed_order.transcripts.symbolic import check_size

    size = check_size(n)
    if size > _MOST_OF_A_TOURNAMENT:
        raise ParameterError(
            f"n = {size} is too large to ask about all relations at once: use at most {_MOST_OF_A_TOURNAMENT} cards"
        )
    return size
