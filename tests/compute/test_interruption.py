"""Ctrl-C that is put off: where a block asks for it, and while a kernel is compiled."""

import signal

import pytest

from tests.cli.running import run_script
from wargraph.compute.interruption import interrupted_later
from wargraph.compute.kernel import KernelCache, kernel


@pytest.fixture(autouse=True)
def _usual_handler():
    """Whatever a command that ran in this process has set."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press():
    signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("asks", "expected"), [([], ["inner", "outer"]), (["inner"], ["inner", "outer"]), (["outer"], ["inner"])]
)
def test_a_block_is_interrupted_where_the_outermost_asks(asks, expected):
    done, before = [], signal.getsignal(signal.SIGINT)

    def work():
        with interrupted_later() as check:
            check()
            with interrupted_later() as check_inner:
                press()
                if "inner" in asks:
                    check_inner()
                done.append("inner")
            if "outer" in asks:
                check()
            done.append("outer")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == expected
    assert signal.getsignal(signal.SIGINT) is before


def test_nothing_is_put_off_where_ctrl_c_is_ignored():
    """As in a command that a script started in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupted_later() as check:
        press()
        check()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_compiling_ends_before_the_next_pass(monkeypatch):
    monkeypatch.setattr(KernelCache, "load_overload", lambda *_: press())
    twice = kernel(lambda number: 2 * number)
    with pytest.raises(KeyboardInterrupt):
        twice(1)
    assert twice.signatures == []


def test_ctrl_c_in_a_function_that_llvm_calls_is_not_lost():
    """An exception in such a function would be ignored."""
    script = """
import signal
from numba.core.codegen import CPUCodeLibrary

hook = CPUCodeLibrary._object_compiled_hook.__func__

def pressed(*arguments):
    signal.raise_signal(signal.SIGINT)
    hook(*arguments)

CPUCodeLibrary._object_compiled_hook = classmethod(pressed)
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may have Ctrl-C ignored
from wargraph.compute.kernel import kernel

try:
    kernel(lambda number: 2 * number)(1)
except KeyboardInterrupt:
    print("interrupted")
"""
    run = run_script(script)
    assert run.out == "interrupted\n"
    assert "Exception ignored" not in run.err
