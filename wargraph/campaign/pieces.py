"""The work units of campaigns, called pieces in the code, and what a worker makes of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, Protocol, Self, TypeVar

_ENOUGH_PIECES = 256
"""So many pieces keep every worker busy until the end."""

_MOST_TIMES = 16
"""The largest piece by the least one: no more than a second or so of work."""

PartialResult = TypeVar("PartialResult", covariant=True)


class Piece(Protocol[PartialResult]):
    """A piece of a campaign: a frozen dataclass. A checkpoint keeps its result by the declared type of `work`."""

    def work(self) -> tuple[PartialResult, Sequence[Self]]:
        """Return the partial result, and the pieces that are left."""


@dataclass(frozen=True)
class FinishedPiece:
    """A finished piece.

    Attributes
    ----------
    partial
        The partial result.
    left
        The pieces that are left of it.
    seconds
        The processor time.
    """

    partial: Any
    left: Sequence[Any]
    seconds: float


def worked(piece: Piece[Any]) -> FinishedPiece:
    """Do a piece, and measure the processor time."""
    before = thread_time()
    partial, left = piece.work()
    return FinishedPiece(partial, left, thread_time() - before)


def piece_size(amount: int, least: int) -> int:
    """Return the size of a piece: larger if there is much work, as each piece has to be handed out and kept.

    Parameters
    ----------
    amount
        The size of all the work, such as the number of games.
    least
        The size of a piece if there is little work.

    >>> piece_size(1000, 256), piece_size(100_000, 256), piece_size(10**9, 256)
    (256, 390, 4096)
    """
    return min(max(least, amount // _ENOUGH_PIECES), _MOST_TIMES * least)
