"""Ctrl-C that is put off."""

import os
import signal
from threading import Thread

import pytest

from wargraph.campaign.interruption import interrupted_later


def press():
    os.kill(os.getpid(), signal.SIGINT)


def test_a_block_is_done_before_it_is_interrupted():
    done = []

    def load():
        with interrupted_later():
            press()
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        load()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


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
    handlers = []

    def work():
        with interrupted_later():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [signal.default_int_handler]
