"""The words that the answers to several questions share: what is played with, and from where."""

from collections.abc import Sequence
from typing import Protocol

from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder
from wargraph.report.humanize import counted, in_runs


class _Starts(Protocol):
    """A result about all games from some starts."""

    @property
    def n(self) -> int: ...
    @property
    def deals(self) -> Deals: ...
    @property
    def relation(self) -> Relation: ...


class _FixedStarts(_Starts, Protocol):
    """The same under a fixed return order."""

    @property
    def order(self) -> ReturnOrder: ...


def cards_phrase(results: Sequence[_Starts], of_any: bool = False) -> str:
    """What is played with: so many cards, a relation or, `of_any`, any."""
    sizes = sorted({found.n for found in results})
    cards = counted(sizes[0], "card") if len(sizes) == 1 else f"{in_runs(sizes)} cards"
    if of_any:
        return f"any relation on {cards}"
    return results[0].relation.display if len(sizes) == 1 else cards


def which_phrase(found: _FixedStarts, results: Sequence[_FixedStarts]) -> str:
    """One of several results, by what they differ in, and by its order in any case."""
    size = f"with {counted(found.n, 'card')} " if len({each.n for each in results}) > 1 else ""
    deals = f" from {found.deals} deals" if len({each.deals for each in results}) > 1 else from_phrase(found)
    return f"{size}under {found.order}{deals}"


def from_phrase(found: _FixedStarts) -> str:
    """From where games start, where that is not anywhere."""
    return " from even deals" if found.deals is Deals.EVEN else ""


def start_phrase(found: _Starts) -> str:
    """What a start is called."""
    return "even deal" if found.deals is Deals.EVEN else "position"
