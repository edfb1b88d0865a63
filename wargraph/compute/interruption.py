"""Putting Ctrl-C off: where it would be lost, or would leave half of something that must be whole."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def interrupted_later() -> Iterator[Callable[[], None]]:
    """Put Ctrl-C off until the end of the block, and of any such block around it.

    The block is given a function that it may call where it can be interrupted: it raises `KeyboardInterrupt` if Ctrl-C
    was pressed, unless a block around puts that off. Nothing is put off in other threads, which do not see Ctrl-C, nor
    in a process that ignores Ctrl-C or is killed by it.
    """
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield lambda: None
        return
    pressed: list[bool] = []

    def check() -> None:
        if pressed and current_thread() is main_thread():
            pressed.clear()
            before(signal.SIGINT, None)

    signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
    check()
