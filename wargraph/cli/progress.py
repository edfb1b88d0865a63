"""What a terminal shows while a command works."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from wargraph.campaign.display import shown_progress


@contextmanager
def working(on: str) -> Iterator[None]:
    """Show on a terminal that something is being worked on; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    with shown_progress(on):
        yield
