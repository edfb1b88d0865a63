"""The phrases that the opening sentences of several results share."""

from collections.abc import Sequence
from typing import Protocol

from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.report.humanize import counted, in_runs


class _ByStart(Protocol):
    """A result about all games from some starting positions."""

    @property
    def n(self) -> int: ...
    @property
    def deals(self) -> Deals: ...
    @property
    def relation(self) -> Relation: ...


class _ByStartAndOrder(_ByStart, Protocol):
    """A result about all games from some starting positions under a fixed return order."""

    @property
    def order(self) -> ReturnOrder: ...


def cards_phrase(results: Sequence[_ByStart], of_any: bool = False) -> str:
    """The cards of some results: their number, the relation or, with `of_any`, any relation."""
    sizes = sorted({result.n for result in results})
    cards = counted(sizes[0], "card") if len(sizes) == 1 else f"{in_runs(sizes)} cards"
    if of_any:
        return f"any relation on {cards}"
    return results[0].relation.display if len(sizes) == 1 else cards


def which_phrase(result: _ByStartAndOrder, results: Sequence[_ByStartAndOrder]) -> str:
    """One of several results, by its return order and by whatever else differs between the results."""
    size = f"with {counted(result.n, 'card')} " if len({each.n for each in results}) > 1 else ""
    starts = f" from {start_phrase(result)}s" if len({each.deals for each in results}) > 1 else from_phrase(result)
    return f"{size}under {result.order}{starts}"


def from_phrase(result: _ByStart) -> str:
    """The starting positions of the games, if these are not all."""
    return f" from {start_phrase(result)}s" if result.deals is Deals.EVEN else ""


def start_phrase(result: _ByStart) -> str:
    """The noun for a starting position."""
    return "balanced deal" if result.deals is Deals.EVEN else "starting position"
