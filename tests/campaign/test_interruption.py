"""Ctrl-C that is put off."""

import os
import signal
from threading import Thread

import pytest

from tests.campaign.kept import Count
from wargraph.campaign import run as run_module
from wargraph.campaign.interruption import interrupted_later
from wargraph.campaign.progress import Interrupted
from wargraph.campaign.run import threads
from wargraph.campaign.run_options import RunOptions


def press():
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture(autouse=True)
def _usual_handler():
    """Whatever a command that ran in this process has set."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("asks", "expected"), [(False, ["inner", "outer"]), (True, ["inner"])])
def test_a_block_is_interrupted_at_its_end_or_where_it_asks(asks, expected):
    done, before = [], signal.getsignal(signal.SIGINT)

    def work():
        with interrupted_later() as check:
            check()
            with interrupted_later():
                press()
                done.append("inner")
            if asks:
                check()
            done.append("outer")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == expected
    assert signal.getsignal(signal.SIGINT) is before


def test_in_a_thread_it_does_nothing():
    handlers, before = [], signal.getsignal(signal.SIGINT)

    def work():
        with interrupted_later() as check:
            check()
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [before]


@pytest.mark.parametrize("where", ["wait", "submit"])
def test_what_takes_hold_of_futures_is_not_cut_in_two(monkeypatch, where):
    """An interrupted `wait` would never let go of the futures, and an interrupted `submit` would lose a unit."""
    done = []

    def interrupted(plain):
        def run(*arguments, **options):
            if len(done) == 3:
                press()
            result = plain(*arguments, **options)
            done.append(where)
            return result

        return run

    campaign = Count(*[1] * 1000)
    with threads(2) as executor:
        if where == "wait":
            monkeypatch.setattr(run_module, "wait", interrupted(run_module.wait))
        else:
            executor.submit = interrupted(executor.submit)
        with pytest.raises(Interrupted):
            campaign.run(RunOptions(executor))
    assert len(done) >= 4
    assert campaign.result == 1000 - len(list(campaign.left()))
