"""The phrases that the opening sentences of several results share."""

from typing import Protocol

from wargraph.core.position import Deals


class _ByStart(Protocol):
    """A result about all games from some starting positions."""

    @property
    def deals(self) -> Deals: ...


def from_phrase(result: _ByStart) -> str:
    """The starting positions of the games, if these are not all."""
    return f" from {start_phrase(result)}s" if result.deals is Deals.EVEN else ""


def start_phrase(result: _ByStart) -> str:
    """The noun for a starting position."""
    return "balanced deal" if result.deals is Deals.EVEN else "starting position"
