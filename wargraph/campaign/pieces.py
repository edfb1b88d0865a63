"""Pieces of campaigns: what they are, and what a worker makes of one."""

import os
import platform
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

_ENOUGH_PIECES = 256
"""With so many everybody has something to do until the end."""

_MOST_TIMES = 16
"""So much larger a piece may be than the least: no more than a second or so of work."""

Found = TypeVar("Found", covariant=True)
Kept = TypeVar("Kept")


class Piece(Protocol[Found]):
    """A piece of a campaign."""

    def work(self) -> tuple[Found, Sequence[Self]]:
        """The partial result, and the pieces that are left."""


class KeptPiece(ABC, Generic[Kept]):
    """A piece that a checkpoint can keep: a frozen dataclass.

    It is written by the types of its fields, and what it finds by the types that `work` is declared to return.

    Attributes
    ----------
    tag
        The name of this kind of piece in checkpoints.
    """

    tag: ClassVar[str]

    @abstractmethod
    def work(self) -> tuple[Kept, Sequence[Self]]:
        """The partial result, and the pieces that are left."""

    @abstractmethod
    def is_sound(self) -> bool:
        """Whether a campaign may have such a piece; a `WarGraphError` says no as well.

        Each piece that is read is asked before anything is done with it.
        """

    @abstractmethod
    def may_find(self, partial: Kept) -> bool:
        """Whether the piece may find this: sizes and ranges that the types do not say.

        It is asked of all that is read. A number that is merely wrong may pass.
        """

    def may_leave(self, left: Sequence[Self]) -> bool:
        """Whether these pieces may be left of it, each of them sound; by default none."""
        return not left


@dataclass(frozen=True)
class FinishedPiece:
    """What a worker made of a piece.

    Attributes
    ----------
    partial
        What it found.
    left
        The pieces that are left of it.
    seconds
        How long a processor worked on it.
    worker
        The machine and the process.
    """

    partial: Any
    left: Sequence[Any]
    seconds: float
    worker: str


def worked(piece: Piece[Any]) -> FinishedPiece:
    """Work on a piece."""
    before = thread_time()
    partial, left = piece.work()
    return FinishedPiece(partial, left, thread_time() - before, this_process())


def this_process() -> str:
    """This machine and process, as they are noted."""
    return f"{platform.node()}:{os.getpid()}"


def piece_size(amount: int, least: int) -> int:
    """How much of some work is a piece: more where there is much of it, as each piece is handed around and kept.

    Parameters
    ----------
    amount
        How much there is, such as the number of games.
    least
        What little work is cut into.

    >>> piece_size(1000, 256), piece_size(100_000, 256), piece_size(10**9, 256)
    (256, 390, 4096)
    """
    return min(max(least, amount // _ENOUGH_PIECES), _MOST_TIMES * least)
