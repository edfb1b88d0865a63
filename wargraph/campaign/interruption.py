"""When Ctrl-C must wait: where it would be lost, or would cut in two what belongs together."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def interrupted_later() -> Iterator[None]:
    """Put Ctrl-C off until the end of a block, and of one around it. Threads never see it: there it does nothing."""
    if current_thread() is not main_thread():
        yield
        return
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        (before if callable(before) else signal.default_int_handler)(signal.SIGINT, None)
