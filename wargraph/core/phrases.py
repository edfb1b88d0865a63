"""The phrases that the opening sentences of several results share."""

from collections.abc import Sequence
from typing import Protocol

from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.report.humanize import in_runs


class _ByStart(Protocol):
    """A result about all games from some starting positions."""

    @property
    def n(self) -> int: ...
    @property
    def deals(self) -> Deals: ...
    @property
    def relation(self) -> Relation: ...


def cards_phrase(results: Sequence[_ByStart]) -> str:
    """The cards of some results: their number, or the relation."""
    sizes = sorted({result.n for result in results})
    return results[0].relation.display if len(sizes) == 1 else f"{in_runs(sizes)} cards"


def from_phrase(result: _ByStart) -> str:
    """The starting positions of the games, if these are not all."""
    return f" from {start_phrase(result)}s" if result.deals is Deals.EVEN else ""


def start_phrase(result: _ByStart) -> str:
    """The noun for a starting position."""
    return "balanced deal" if result.deals is Deals.EVEN else "starting position"
