"""The work units of campaigns, and what a worker makes of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, Protocol, Self, TypeVar

_ENOUGH_UNITS = 256
"""So many units keep every worker busy until the end."""

_MOST_TIMES = 16
"""The largest unit by the least one: no more than a second or so of work."""

PartialResult = TypeVar("PartialResult", covariant=True)


class WorkUnit(Protocol[PartialResult]):
    """A work unit of a campaign: a frozen dataclass. A checkpoint keeps its result by the declared type of `work`."""

    def work(self) -> tuple[PartialResult, Sequence[Self]]:
        """Return the partial result, and the units that are left."""


@dataclass(frozen=True)
class FinishedUnit:
    """A finished unit.

    Attributes
    ----------
    partial
        The partial result.
    left
        The units that are left of it.
    seconds
        The processor time.
    """

    partial: Any
    left: Sequence[Any]
    seconds: float


def worked(unit: WorkUnit[Any]) -> FinishedUnit:
    """Do a unit, and measure the processor time."""
    before = thread_time()
    partial, left = unit.work()
    return FinishedUnit(partial, left, thread_time() - before)


def unit_size(amount: int, least: int) -> int:
    """Return the size of a unit: larger if there is much work, as each unit has to be handed out and kept.

    Parameters
    ----------
    amount
        The size of all the work, such as the number of games.
    least
        The size of a unit if there is little work.

    >>> unit_size(1000, 256), unit_size(100_000, 256), unit_size(10**9, 256)
    (256, 390, 4096)
    """
    return min(max(least, amount // _ENOUGH_UNITS), _MOST_TIMES * least)
