"""Campaigns: the same result on any executor and with any cut, progress, and a clean stop."""

import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import refusal
from wargraph.campaign.run import Interrupted, run, worker_count
from wargraph.errors import ParameterError


@dataclass(frozen=True)
class SquaresUpTo:
    """Sum the squares of a range; a piece longer than `most` is cut into `parts`."""

    most: int
    parts: int = 2

    def __call__(self, piece):
        if len(piece) <= self.most:
            return sum(x * x for x in piece), []
        return sum(x * x for x in piece[: self.most]), [
            piece[self.most + part :: self.parts] for part in range(self.parts)
        ]


NUMBERS = range(5000)
SUM = sum(x * x for x in NUMBERS)


def add(one, other):
    return one + other


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_gives_the_same(kind, workers):
    with kind(workers) as executor:
        assert run(SquaresUpTo(700), [NUMBERS], add, executor) == SUM
        assert executor.submit(add, 1, 2).result() == 3  # it is left open


@given(most=st.integers(1, 6000), parts=st.integers(1, 5), pieces=st.integers(1, 9))
def test_any_cut_gives_the_same(most, parts, pieces):
    numbers = range(300)
    starts = [numbers[start::pieces] for start in range(pieces)]
    assert run(SquaresUpTo(most, parts), starts, add) == sum(x * x for x in numbers)


def test_progress_accounts_for_everything():
    seen = []

    def watch(progress):
        left = sum(x * x for piece in progress.pieces for x in piece)
        assert (progress.result or 0) + left == SUM
        seen.append(progress.seconds)

    with ThreadPoolExecutor(3) as executor:
        assert run(SquaresUpTo(100), [NUMBERS], add, executor, watch) == SUM
    assert seen
    assert seen == sorted(seen)


def test_more_pieces_than_are_handed_out_at_a_time():
    assert run(SquaresUpTo(10), [range(x, x + 1) for x in range(1000)], add) == sum(x * x for x in range(1000))


def test_an_error_of_the_work_is_passed_on_and_nothing_runs_on():
    worked = []

    def work(piece):
        worked.append(piece)
        if piece == 0:
            raise ZeroDivisionError
        return piece, [piece - 1]

    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError):
        run(work, [5], add, executor)
    assert worked == [5, 4, 3, 2, 1, 0]


def test_the_watcher_can_end_a_campaign():
    def watch(progress):
        raise ParameterError(f"{len(progress.pieces)} left")

    assert "2 left" in refusal(ParameterError, run, SquaresUpTo(10), [NUMBERS], add, None, watch)


def test_a_campaign_starts_from_something():
    refusal(ParameterError, run, SquaresUpTo(10), [], add)


def test_an_interruption_waits_for_running_pieces_and_keeps_what_they_found():
    running, go_on = threading.Event(), threading.Event()

    def work(piece):
        if piece == "slow":
            running.set()
            assert go_on.wait(60)
            return 100, ["rest"]
        return 1, []

    class Interrupting(ThreadPoolExecutor):
        """Ctrl-C arrives while the slow piece runs and another waits behind it."""

        def submit(self, function, *arguments):
            future = super().submit(function, *arguments)
            if arguments == ("last",):
                future = InterruptedFuture(future, running, go_on)
            return future

    class InterruptedFuture(Future):
        def __init__(self, inner, running, go_on):
            super().__init__()
            assert running.wait(60)
            inner.cancel()
            threading.Timer(0.2, go_on.set).start()
            raise KeyboardInterrupt

    with Interrupting(1) as executor, pytest.raises(Interrupted) as caught:
        run(work, ["last", "waiting", "slow"], add, executor)
    progress = caught.value.progress
    assert progress.result == 100
    assert sorted(progress.pieces) == ["rest", "waiting"]


def test_a_second_interruption_gives_up_waiting_and_keeps_what_is_known(monkeypatch):
    def pressed_again(_):
        raise KeyboardInterrupt

    def watch(progress):
        if progress.result >= 10:
            raise KeyboardInterrupt

    monkeypatch.setattr("wargraph.campaign.run._Campaign._recall", pressed_again)
    with ThreadPoolExecutor(1) as executor, pytest.raises(Interrupted) as caught:
        run(lambda piece: (1, [piece + 1]), [0], add, executor, watch)
    assert caught.value.progress.result == 10


def test_threads_are_as_many_as_the_cores_that_may_be_used():
    assert worker_count() >= 1
