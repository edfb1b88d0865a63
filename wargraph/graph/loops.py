"""Loops over the positions of a graph: run as they stand on a small graph, compiled on a large one.

To load the compiler takes longer than to go through some thousand positions.
"""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

from numpy.typing import NDArray

from wargraph.campaign.run import threads, worker_count

_MOST_PLAIN = 4096
"""Up to so many positions, terminals left out, plain Python is as quick: the graphs on up to 6 cards."""


class loop:  # noqa: N801 - a decorator
    """Decorator of a loop over a graph whose first argument is the children of all positions."""

    _loading = Lock()

    def __init__(self, plain: Callable[..., Any]) -> None:
        self.plain = plain
        self._compiled: Callable[..., Any] | None = None

    @property
    def compiled(self) -> Callable[..., Any]:
        """The same loop as a kernel."""
        with self._loading:
            if self._compiled is None:
                from wargraph.kernel import kernel

                self._compiled = kernel(self.plain)
        return self._compiled

    def __call__(self, children: NDArray[Any], *arguments: Any) -> Any:
        run = self.plain if len(children) <= _MOST_PLAIN else self.compiled
        return run(children, *arguments)


def on_threads(function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Call a function once for each tuple of arguments, on a thread for each core; results in order.

    For parts of an array that loops write to: no other process sees the array, so this is no campaign.
    """
    arguments = list(arguments)
    if len(arguments) == 1:
        return [function(*arguments[0])]
    with threads(worker_count()) as executor:
        return list(executor.map(lambda each: function(*each), arguments))
