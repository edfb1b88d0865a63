"""Ctrl-C that is put off."""

import os
import signal
from dataclasses import dataclass
from threading import Thread

import pytest

from wargraph.campaign import run as run_module
from wargraph.campaign.interruption import interrupted_later
from wargraph.campaign.progress import Interrupted
from wargraph.campaign.run import Campaign, threads
from wargraph.campaign.run_options import RunOptions


def press():
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture(autouse=True)
def _usual_handler():
    """Whatever a command that ran in this process has set."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_block_is_done_before_it_is_interrupted():
    done, before = [], signal.getsignal(signal.SIGINT)

    def load():
        with interrupted_later():
            press()
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        load()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_block_within_another_waits_for_that_too():
    done = []

    def work():
        with interrupted_later():
            with interrupted_later():
                press()
            done.append("after the inner block")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["after the inner block"]


def test_in_a_thread_it_does_nothing():
    handlers, before = [], signal.getsignal(signal.SIGINT)

    def work():
        with interrupted_later():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [before]


@dataclass(frozen=True)
class One:
    """A piece that counts one."""

    number: int

    def work(self):
        return 1, []


class Ones(Campaign):
    def __str__(self):
        return "ones"

    def pieces(self):
        return map(One, range(1000))


@pytest.mark.parametrize("where", ["wait", "submit"])
def test_what_takes_hold_of_futures_is_not_cut_in_two(monkeypatch, where):
    """An interrupted `wait` would never let go of the futures, and an interrupted `submit` would lose a piece."""
    done = []

    def interrupted(plain):
        def run(*arguments, **options):
            if len(done) == 3:
                press()
            found = plain(*arguments, **options)
            done.append(where)
            return found

        return run

    campaign = Ones()
    with threads(2) as executor:
        if where == "wait":
            monkeypatch.setattr(run_module, "wait", interrupted(run_module.wait))
        else:
            executor.submit = interrupted(executor.submit)
        with pytest.raises(Interrupted):
            campaign.run(RunOptions(executor))
    assert len(done) >= 4
    assert campaign.result == 1000 - len(list(campaign.left()))
