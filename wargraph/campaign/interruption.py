"""Putting Ctrl-C off: where it would be lost, or would leave half of something that must be whole."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def interrupted_later() -> Iterator[Callable[[], None]]:
    """Put Ctrl-C off until the end of the block, and of any such block around it.

    The block is given a function that it may call where it can be interrupted: it raises `KeyboardInterrupt` if Ctrl-C
    was pressed. Only the main thread sees Ctrl-C; in another thread nothing is put off.
    """
    if current_thread() is not main_thread():
        yield lambda: None
        return
    pressed: list[bool] = []

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        (before if callable(before) else signal.default_int_handler)(signal.SIGINT, None)
