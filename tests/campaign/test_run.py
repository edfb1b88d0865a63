"""Campaigns: the same result on any executor and with any cut, progress, and a clean stop."""

import os
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.kept import Ones
from tests.support import refusal
from wargraph.campaign.progress import Amount, Interrupted
from wargraph.campaign.run import Campaign, threads, worker_count
from wargraph.campaign.run_options import RunOptions
from wargraph.campaign.units import worked
from wargraph.errors import ParameterError


@dataclass(frozen=True)
class Squares:
    """Sum the squares of a range; what is longer than `most` leaves so many `parts`."""

    numbers: range
    most: int
    parts: int = 2

    def work(self):
        found, rest = self.numbers[: self.most], self.numbers[self.most :]
        left = [replace(self, numbers=rest[part :: self.parts]) for part in range(self.parts)]
        return sum(x * x for x in found), [unit for unit in left if unit.numbers]


@dataclass(frozen=True)
class Worked:
    """Does what it is told."""

    do: object
    name: object

    def work(self):
        return self.do(self.name)


class Sum(Campaign):
    """Adds up what units give."""

    def __init__(self, *units):
        self.start = units
        self.collected = []

    def __str__(self):
        return "a sum"

    def units(self):
        return self.start

    def collect(self, unit, partial):
        self.collected.append((unit, partial))

    def amount(self):
        left = sum(len(getattr(unit, "numbers", "1")) for unit in self.left())
        return Amount(len(NUMBERS) - left, left, "numbers")

    def partial_summary(self):
        return "" if self.result is None else f"it is {self.result:,} or more"


NUMBERS = range(5000)
SUM = sum(x * x for x in NUMBERS)


def add(one, other):
    return one + other


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_gives_the_same(kind, workers):
    with kind(workers) as executor:
        assert Sum(Squares(NUMBERS, 700)).run(RunOptions(executor)) == SUM
        assert executor.submit(add, 1, 2).result() == 3  # it is left open


@given(most=st.integers(1, 6000), parts=st.integers(1, 5), units=st.integers(1, 9))
def test_any_cut_gives_the_same(most, parts, units):
    numbers = range(300)
    starts = [Squares(numbers[start::units], most, parts) for start in range(units)]
    assert Sum(*starts).run() == sum(x * x for x in numbers)


@pytest.mark.usefixtures("looks_are_many")
def test_progress_accounts_for_everything():
    campaign, seen = Sum(Squares(NUMBERS, 100)), []

    def watch(progress):
        seen.append(progress)
        left = sum(x * x for unit in campaign.left() for x in unit.numbers) if progress.amount else SUM
        assert (campaign.result or 0) + left == SUM

    with ThreadPoolExecutor(3) as executor:
        assert campaign.run(RunOptions(executor, progress=watch)) == SUM
    assert {progress.work for progress in seen} == {"a sum"}
    assert seen[0].amount is None
    assert len(seen) > 1
    assert sum(partial for _, partial in campaign.collected) == SUM
    for values in ([progress.seconds for progress in seen], [progress.amount.done for progress in seen[1:]]):
        assert values == sorted(values)
    assert seen[-1].amount == Amount(5000, 0, "numbers")


def test_units_are_taken_when_they_are_needed():
    done, waiting = [], []

    def units():
        for number in range(1000):
            waiting.append(number - len(done))
            yield Worked(count, number)

    def count(number):
        done.append(number)
        return number, []

    class Lazy(Sum):
        def units(self):
            return units()

    assert Lazy().run() == sum(range(1000))
    assert max(waiting) <= 64


def test_many_workers_are_all_kept_busy():
    handed, all_there = [], threading.Event()

    class Handed(ThreadPoolExecutor):
        def submit(self, *call):
            handed.append(call)
            if len(handed) == 3 * 50:
                all_there.set()
            return super().submit(*call)

    def work(_):
        return int(all_there.wait(60)), []

    with Handed(50) as executor:
        assert Sum(*(Worked(work, number) for number in range(200))).run(RunOptions(executor)) == 200


def test_an_error_of_the_work_is_passed_on_and_nothing_runs_on():
    worked = []

    def work(number):
        worked.append(number)
        if number == 0:
            raise ZeroDivisionError
        return number, [Worked(work, number - 1)]

    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError):
        Sum(Worked(work, 5)).run(RunOptions(executor))
    assert worked == [5, 4, 3, 2, 1, 0]


def test_a_campaign_starts_from_something():
    refusal(ParameterError, Sum().run)


def test_an_interruption_waits_for_running_units_and_keeps_what_they_found():
    running, go_on = threading.Event(), threading.Event()

    def work(name):
        if name == "slow":
            running.set()
            assert go_on.wait(60)
            return 100, [Worked(work, "rest")]
        return 1, []

    class Interrupting(ThreadPoolExecutor):
        """Ctrl-C arrives while the slow unit runs and another waits behind it."""

        def submit(self, function, unit):
            if unit.name == "last":
                assert running.wait(60)
                threading.Timer(0.2, go_on.set).start()
                raise KeyboardInterrupt
            return super().submit(function, unit)

    campaign = Sum(*(Worked(work, name) for name in ("slow", "waiting", "last")))
    with Interrupting(1) as executor, pytest.raises(Interrupted) as caught:
        campaign.run(RunOptions(executor))
    assert campaign.result == 100
    assert {unit.name for unit in campaign.left()} == {"rest", "waiting"}
    assert caught.value.partial_summary == caught.value.progress.partial_summary == "it is 100 or more"


@pytest.mark.usefixtures("looks_are_many")
def test_a_second_interruption_gives_up_waiting_and_keeps_what_is_known(monkeypatch):
    def pressed_again(_):
        raise KeyboardInterrupt

    def watch(progress):
        if progress.partial_summary == "it is 10 or more":
            raise KeyboardInterrupt

    class One(Sum):
        def amount(self):
            return None

    def work(number):
        return 1, [Worked(work, number + 1)]

    monkeypatch.setattr("wargraph.campaign.run.Campaign._recall", pressed_again)
    with ThreadPoolExecutor(1) as executor, pytest.raises(Interrupted) as caught:
        One(Worked(work, 0)).run(RunOptions(executor, progress=watch))
    assert caught.value.partial_summary == "it is 10 or more"


def test_own_threads_that_were_given_up_are_not_waited_for():
    go_on = threading.Event()
    with threads(1) as executor:
        given_up: Future = executor.submit(go_on.wait, 60)
    assert not given_up.done()
    go_on.set()
    assert given_up.result(60)


def test_an_interruption_does_not_wait_for_ever(monkeypatch):
    monkeypatch.setattr("wargraph.campaign.run._SECONDS_TO_FINISH", 0.05)
    go_on = threading.Event()

    class Interrupting(ThreadPoolExecutor):
        def submit(self, function, unit):
            if unit.name == "last":
                raise KeyboardInterrupt
            return super().submit(function, unit)

    campaign = Sum(Worked(lambda _: (int(go_on.wait(60)), []), "endless"), Worked(add, "last"))
    with Interrupting(1) as executor:
        with pytest.raises(Interrupted):
            campaign.run(RunOptions(executor))
        assert [unit.name for unit in campaign.left()] == ["endless"]
        go_on.set()


def test_a_finished_piece_says_what_it_left_and_how_long_it_took():
    finished = worked(Ones(0, 4))
    assert (finished.partial, finished.left) == (1, [Ones(1, 3), Ones(3, 4)])
    assert finished.seconds >= 0


def test_where_cores_cannot_be_set_apart_all_of_them_work(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity")
    assert worker_count() == os.cpu_count()
