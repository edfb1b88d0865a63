"""A line on a terminal or in a notebook that shows the progress."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def in_notebook() -> bool:
    """Return whether this is the kernel of a notebook, where a line can be shown and changed."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def shown_progress(work: str) -> Iterator[Callable[[object], None]]:
    """Show the name of some work on a terminal or in a notebook; the block gets a function that adds the progress."""
    if in_notebook():
        from IPython.display import DisplayHandle

        line: Any = DisplayHandle()  # type: ignore[no-untyped-call]
        line.display({"text/plain": f"working on {work}"}, raw=True)
        try:
            yield lambda progress: line.update({"text/plain": f"working on {work}: {progress}"}, raw=True)
        finally:
            line.update({"text/plain": ""}, raw=True)
        return
    from rich.console import Console

    with Console(stderr=True).status(f"working on {work}") as status:
        yield lambda progress: status.update(f"working on {work}: {progress}")
