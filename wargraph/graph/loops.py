"""Loops over the positions of a graph: run as they stand on a small graph, compiled on a large one.

To load the compiler takes longer than to go through some thousand positions.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from threading import Lock
from typing import Any

from numpy.typing import NDArray

from wargraph.campaign.run import threads, worker_count

_MOST_PLAIN = 4096
"""Up to so many positions, terminals left out, plain Python is as quick: the graphs on up to 6 cards."""

_are_compiled = ContextVar("are_compiled", default=False)
"""Whether all loops are compiled here, also on small graphs."""

_one_thread = ContextVar("one_thread", default=False)
"""Whether all parts of an array are worked on here, as the other cores work on other graphs."""

_threads: ContextVar[Executor | None] = ContextVar("threads", default=None)
"""The threads, one of which this code runs on."""


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
                from wargraph.compute.kernel import kernel

                self._compiled = kernel(self.plain)
        return self._compiled

    def over(self, positions: int) -> Callable[..., Any]:
        """Return the loop as it is quicker over so many positions."""
        return self.plain if positions <= _MOST_PLAIN and not _are_compiled.get() else self.compiled

    def __call__(self, children: NDArray[Any], *arguments: Any) -> Any:
        return self.over(len(children))(children, *arguments)


@contextmanager
def compiled_loops(one_thread: bool = False) -> Iterator[None]:
    """Run compiled loops within a block, each on one thread if so chosen: for so many small graphs that it pays."""
    before, before_threads = _are_compiled.set(True), _one_thread.set(one_thread)
    try:
        yield
    finally:
        _are_compiled.reset(before)
        _one_thread.reset(before_threads)


def on_threads(function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Call a function, which writes to its part of an array, for each tuple of arguments, on a thread for each core.

    Calls within such a call share its threads.
    """
    arguments = list(arguments)
    if len(arguments) == 1 or _one_thread.get():
        return [function(*each) for each in arguments]
    if executor := _threads.get():
        calls = [executor.submit(copy_context().run, function, *each) for each in arguments]
        # This thread works, too, on what no other has begun.
        own = {place: function(*each) for place, each in enumerate(arguments) if calls[place].cancel()}
        return [own[place] if place in own else call.result() for place, call in enumerate(calls)]
    with threads(worker_count()) as executor:
        before = _threads.set(executor)
        contexts = [copy_context() for _ in arguments]  # a thread does not know whether loops are compiled
        _threads.reset(before)
        return list(executor.map(lambda context, each: context.run(function, *each), contexts, arguments))
