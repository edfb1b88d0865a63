"""Progress in a line on a terminal or in a notebook."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def shown_progress(work: str) -> Iterator[Callable[[object], None]]:
    """Show on stderr, or in a notebook, what is being worked on, and how far it is if told; nothing in a file."""
    from rich.console import Console

    with Console(stderr=True).status(f"working on {work}") as status:
        yield lambda progress: status.update(f"working on {work}: {progress}")
