"""Loops over the positions of a graph: run as they stand on a small graph, compiled on a large one.

To load the compiler takes longer than to go through some thousand positions.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any

from numpy.typing import NDArray

from wargraph.campaign.run import threads, worker_count

_MOST_PLAIN = 4096
"""The most positions, terminals left out, for which plain Python is as quick: the graphs on up to 6 cards."""

_in_block = ContextVar("in_block", default=False)
"""Whether this code runs within `compiled_loops`."""


class loop:  # noqa: N801 - a decorator
    """Decorator of a loop over a graph. Called, its first argument is the children of all positions."""

    _loading = Lock()

    def __init__(self, plain: Callable[..., Any]) -> None:
        self.plain = plain
        self._compiled: Callable[..., Any] | None = None

    @property
    def compiled(self) -> Callable[..., Any]:
        """The loop as a kernel."""
        with self._loading:
            if self._compiled is None:
                from wargraph.compute.kernel import array_kernel

                self._compiled = array_kernel(self.plain)
        return self._compiled

    def over(self, positions: int) -> Callable[..., Any]:
        """Return the loop, plain or compiled, that is quicker over a number of positions."""
        return self.plain if positions <= _MOST_PLAIN and not _in_block.get() else self.compiled

    def __call__(self, children: NDArray[Any], *arguments: Any) -> Any:
        return self.over(len(children))(children, *arguments)


@contextmanager
def compiled_loops() -> Iterator[None]:
    """Run compiled loops within a block, each on one thread: for many small graphs, one on each core."""
    before = _in_block.set(True)
    try:
        yield
    finally:
        _in_block.reset(before)


def on_threads(function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Call a function, which writes to its part of an array, for each tuple of arguments, on a thread for each core."""
    arguments = list(arguments)
    if len(arguments) == 1 or _in_block.get():
        return [function(*each) for each in arguments]
    with threads(worker_count()) as executor:
        return list(executor.map(lambda each: function(*each), arguments))
