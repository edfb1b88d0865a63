"""The work units of campaigns, called pieces in the code, and what a worker makes of one."""

import os
import platform
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

_ENOUGH_PIECES = 256
"""So many pieces keep every worker busy until the end."""

_MOST_TIMES = 16
"""The largest piece by the least one: no more than a second or so of work."""

PartialResult = TypeVar("PartialResult", covariant=True)
Kept = TypeVar("Kept")


class Piece(Protocol[PartialResult]):
    """A piece of a campaign."""

    def work(self) -> tuple[PartialResult, Sequence[Self]]:
        """Return the partial result, and the pieces that are left."""


class KeptPiece(ABC, Generic[Kept]):
    """A piece that a checkpoint can keep: a frozen dataclass.

    A checkpoint writes it by the types of its fields, and its result by the declared return type of `work`.

    Attributes
    ----------
    tag
        The name of this kind of piece in checkpoints.
    """

    tag: ClassVar[str]

    @abstractmethod
    def work(self) -> tuple[Kept, Sequence[Self]]:
        """Return the partial result, and the pieces that are left."""

    def is_sound(self) -> bool:
        """Return whether a campaign may have such a piece; a `WarGraphError` means no as well."""
        return True

    def may_find(self, partial: Kept) -> bool:
        """Return whether the piece may find this."""
        del partial
        return True

    def may_leave(self, left: Sequence[Self]) -> bool:
        """Return whether these pieces, each of them sound, may be left of it; by default none may."""
        return not left


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
    worker
        The machine and the process that did it.
    """

    partial: Any
    left: Sequence[Any]
    seconds: float
    worker: str


def worked(piece: Piece[Any]) -> FinishedPiece:
    """Do a piece, and measure the processor time."""
    before = thread_time()
    partial, left = piece.work()
    return FinishedPiece(partial, left, thread_time() - before, this_process())


def this_process() -> str:
    """The name of this machine with the number of this process."""
    return f"{platform.node()}:{os.getpid()}"


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
