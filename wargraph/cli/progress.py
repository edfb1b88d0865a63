"""What a terminal shows while a command works, and when Ctrl-C must wait."""

import signal
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


@contextmanager
def interrupted_later() -> Iterator[None]:
    """Put Ctrl-C off while libraries and kernels are loaded: raised inside their callbacks it would be lost."""
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
