"""Ctrl-C, and the signals that end a command as Ctrl-C does."""

import os
import select
import signal
import sys
import threading
from _thread import interrupt_main
from contextlib import suppress
from types import FrameType
from typing import Any, NoReturn

INTERRUPTED = 128 + signal.SIGINT
"""The exit status after Ctrl-C."""

_STOPPING = ("SIGTERM", "SIGHUP")
"""Signals that end a command as Ctrl-C does: what is finished comes out, and nothing half-written stays."""

_SOON = 0.02
"""Seconds after which a callback is over."""

_stopped_by: list[int] = []

_MOST_PUT_OFF = 500
"""How often, `_SOON` after one another, Ctrl-C is put off while a module is loaded."""

_put_off: list[int] = []


def prepare_signals() -> None:
    """Let other signals that stop a command do what Ctrl-C does, unless they are to be ignored, as under nohup.

    What is raised inside a callback of a library, while it loads, Python would only report: it is raised again.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)

    def stop(number: int, frame: FrameType | None) -> None:
        _stopped_by.append(number)
        interrupt = signal.getsignal(signal.SIGINT)
        (interrupt if callable(interrupt) else signal.default_int_handler)(number, frame)

    for name in _STOPPING:
        number = getattr(signal, name, None)  # Windows has not all
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)
    if sys.unraisablehook is sys.__unraisablehook__:
        sys.unraisablehook = _raise_again


def _raise_again(lost: Any) -> None:
    """What was raised where Python could only report it.

    Not where an object is taken down that Ctrl-C kept from being made: what it lacks nobody needs to know.
    """
    if isinstance(lost.exc_value, AttributeError) and getattr(lost.object, "__name__", "") == "__del__":
        return
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    _press_soon()  # not here: this is a callback too


def _interrupt(number: int, frame: FrameType | None) -> None:
    """What Ctrl-C does: while a module is loaded, a little later.

    There it could be lost: before Python 3.12 what is raised in `__set_name__` became a `RuntimeError`, which
    matplotlib takes for a part of it that is missing.
    """
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    if frame is None or len(_put_off) >= _MOST_PUT_OFF:
        signal.default_int_handler(number, frame)
    _put_off.append(number)
    _press_soon()


def _press_soon() -> None:
    later = threading.Timer(_SOON, _press_again)
    later.daemon = True
    later.start()


def _press_again() -> None:
    if hasattr(signal, "pthread_kill"):  # not on Windows
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # wakes it, wherever it waits
    else:
        interrupt_main()


def wait_for_typing() -> None:
    """Wait until something is typed at the terminal, if there is one.

    Ctrl-C that comes just before `input` reads, or comes to another thread, `input` notices at the next key only.
    """
    if sys.stdin is None or not sys.stdin.isatty() or sys.platform == "win32":
        return
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    before = signal.set_wakeup_fd(waking)
    try:
        select.select([sys.stdin, woken], [], [])
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(waking)


def ignore_signals() -> None:
    """When all is out, nothing that is pressed or sent changes how a command ends."""
    for name in ("SIGINT", *_STOPPING):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def leave() -> NoReturn:
    """Exit after Ctrl-C, whatever is pressed meanwhile, and without waiting for threads that were given up."""
    ignore_signals()
    status = 128 + _stopped_by[0] if _stopped_by else INTERRUPTED
    if threading.active_count() == 1:
        sys.exit(status)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(status)
