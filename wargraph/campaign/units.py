"""The work units of campaigns, and what a worker makes of one."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from platform import node
from threading import get_native_id
from time import thread_time, time
from typing import Any, Protocol, Self, TypeVar

PartialResult = TypeVar("PartialResult", covariant=True)


class WorkUnit(Protocol[PartialResult]):
    """A work unit of a campaign: a frozen dataclass. A checkpoint keeps its result by the declared type of `work`."""

    def work(self, *terms: Any) -> tuple[PartialResult, Sequence[Self]]:
        """Return the partial result, and the units that are left; the terms are those of the campaign."""


@dataclass(frozen=True)
class FinishedUnit:
    """A finished unit: its partial result, the units that are left of it, and the record of who did it when.

    The processor time is in seconds, and the beginning and the end are seconds since 1970. The worker is a thread,
    named by its machine, process and number. The worker also encodes the content for a checkpoint.
    """

    partial: Any
    left: Sequence[Any]
    seconds: float
    worker: str = field(default_factory=lambda: f"{node()}:{os.getpid()}:{get_native_id()}")
    began: float = field(default_factory=time)
    ended: float = field(default_factory=time)
    content: bytes = b""


def worked(unit: WorkUnit[Any], is_kept: bool = False, terms: tuple[Any, ...] = ()) -> FinishedUnit:
    """Do a unit, and record the time that it took; its result is encoded if a checkpoint will keep it."""
    began, before = time(), thread_time()
    partial, left = unit.work(*terms)
    seconds, content = thread_time() - before, b""
    if is_kept:
        from wargraph.campaign.encoding import encoded

        content = encoded(partial, left)
    return FinishedUnit(partial, left, seconds, began=began, content=content)
