"""The progress display of a command."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from wargraph.campaign.display import shown_progress


@contextmanager
def working(on: str) -> Iterator[None]:
    """Show on a terminal what the command works on; show nothing elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    with shown_progress(on):
        yield
