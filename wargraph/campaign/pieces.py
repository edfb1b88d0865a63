"""Pieces of campaigns: what they are, what they are called, and what a worker makes of one."""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import thread_time
from typing import Any, Protocol, Self, TypeVar

Found = TypeVar("Found", covariant=True)

_NAME_LENGTH = 20


class Piece(Protocol[Found]):
    """A piece of a campaign."""

    def work(self) -> tuple[Found, Sequence[Self]]:
        """The partial result, and the pieces that are left."""


@dataclass(frozen=True)
class NamedPiece:
    """A piece, and what it is called by where it comes from: the same in every run of a campaign.

    Attributes
    ----------
    name
        A number for its place among the pieces to start from, or for the piece that left it and its place there.
    piece
        The piece.
    """

    name: str
    piece: Any

    @classmethod
    def start(cls, place: int, piece: Any) -> Self:
        """One of the pieces to start from."""
        return cls(_number(f"start {place}"), piece)

    def left(self, finished: "FinishedPiece") -> "list[NamedPiece]":
        """Those that it left."""
        return [type(self)(_number(f"{self.name} {place}"), piece) for place, piece in enumerate(finished.left)]


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


def _number(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:_NAME_LENGTH]
