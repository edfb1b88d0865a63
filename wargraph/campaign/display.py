"""Progress in a line on a terminal or in a notebook."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def in_notebook() -> bool:
    """Whether this is the kernel of a notebook, which can show a line and change it."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def shown_progress(work: str) -> Iterator[Callable[[object], None]]:
    """Show on stderr, or in a notebook, what is being worked on, and how far it is if told; nothing in a file."""
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
