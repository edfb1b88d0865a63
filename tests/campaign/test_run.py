"""Campaigns: the same result on any executor and with any cut, progress, and a clean stop."""

import os
import signal
import threading
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.kept import Count, Now, Ones, Total, Worked
from tests.support import refusal
from wargraph import RunOptions
from wargraph.campaign.progress import Amount, Interrupted
from wargraph.campaign.run import threads, worker_count
from wargraph.errors import ParameterError, WarGraphError


@pytest.mark.parametrize(("kind", "workers"), [(ThreadPoolExecutor, 7), (ProcessPoolExecutor, 2)])
def test_an_executor_is_left_open(kind, workers):
    with kind(workers) as executor:
        assert Count(500, most=7).run(RunOptions(executor)) == 500
        assert executor.submit(abs, -1).result() == 1


@given(st.lists(st.integers(1, 300), min_size=1, max_size=9), st.integers(1, 400))
def test_any_cut_gives_the_same(counts, most):
    assert Count(*counts, most=most).run() == sum(counts)


@pytest.mark.usefixtures("looks_are_many")
def test_progress_accounts_for_everything():
    campaign, seen = Count(5000, most=100), []
    with ThreadPoolExecutor(3) as executor:
        assert campaign.run(RunOptions(executor, progress=seen.append)) == 5000
    assert {progress.work for progress in seen} == {"ones up to 5000"}
    assert seen[0].amount is None
    assert sum(partial for _, partial in campaign.collected) == 5000
    for values in ([progress.seconds for progress in seen], [progress.amount.done for progress in seen[1:]]):
        assert values == sorted(values)
    assert seen[-1].amount == Amount(5000, 0, "ones")


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_wave_needs_all_that_were_before_it(is_kept, tmp_path):
    class Doubling(Count):
        """Each wave counts as much as all before it."""

        def waves(self):
            yield [Ones(0, 5)]
            for _ in range(4):
                yield [Ones(self.result, 2 * self.result)]

    run_options = RunOptions(checkpoint=tmp_path / "waves.db") if is_kept else None
    for _ in range(2):
        assert Doubling(80).run(run_options) == 80


def test_totals_are_checked():
    class Miscounted(Count):
        def merged(self, one, other):
            return one + other - (one + other == 20)

    assert "19 of 20 ones were counted" in refusal(WarGraphError, Miscounted(20).run)


def test_units_are_taken_when_they_are_needed():
    done, waiting = [], []

    def count(number):
        done.append(number)
        return number, []

    class Lazy(Total):
        def units(self):
            for number in range(1000):
                waiting.append(number - len(done))
                yield Worked(count, number)

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
        assert Total(*(Worked(work, number) for number in range(200))).run(RunOptions(executor)) == 200


def test_units_are_told_how_many_there_are_for_each_worker():
    @dataclass(frozen=True)
    class Told:
        left: int

        def work(self, known):
            return Counter([known]), [Told(0)] * self.left

    class Tell(Total):
        def terms(self, known):
            return (known,)

    executor = Now()
    executor._max_workers = 2
    assert Tell(Told(0), Told(3)).run(RunOptions(executor)) == {1 / 2: 1, 2 / 2: 1, 3 / 2: 3}


def test_units_are_done_while_others_are_merged():
    last = threading.Event()

    def work(name):
        if name == "last":
            last.set()
        return 1, [Worked(work, "last")] if name == "first" else []

    class Merging(Total):
        def collect(self, unit, _):
            assert unit.name == "last" or last.wait(60)

    with ThreadPoolExecutor(1) as executor:
        assert Merging(Worked(work, "first")).run(RunOptions(executor)) == 2


def test_an_error_of_the_work_ends_it():
    numbers = []

    def work(number):
        numbers.append(number)
        if number == 0:
            raise ZeroDivisionError
        return number, [Worked(work, number - 1)]

    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError):
        Total(Worked(work, 5)).run(RunOptions(executor))
    assert numbers == [5, 4, 3, 2, 1, 0]


def test_a_campaign_starts_from_something():
    refusal(ParameterError, Total().run)


class InterruptedAt(ThreadPoolExecutor):
    """Ctrl-C arrives when the unit called last is handed out; then `after` is called."""

    def __init__(self, after):
        super().__init__(1)
        self.after = after

    def submit(self, function, unit, *call):
        if unit.name == "last":
            self.after()
            raise KeyboardInterrupt
        return super().submit(function, unit, *call)


def test_an_interruption_keeps_what_running_units_found():
    running, go_on = threading.Event(), threading.Event()

    def work(name):
        if name == "slow":
            running.set()
            assert go_on.wait(60)
            return 100, [Worked(work, "rest")]
        return 1, []

    def release():
        assert running.wait(60)
        threading.Timer(0.2, go_on.set).start()

    campaign = Total(*(Worked(work, name) for name in ("slow", "waiting", "last")))
    with InterruptedAt(release) as executor, pytest.raises(Interrupted) as caught:
        campaign.run(RunOptions(executor))
    assert [(unit.name, partial) for unit, partial in campaign.collected] == [("slow", 100)]
    assert caught.value.partial_summary == caught.value.progress.partial_summary == "it is 100 or more"


def test_an_interruption_does_not_wait_for_ever(monkeypatch):
    monkeypatch.setattr("wargraph.campaign.run._SECONDS_TO_FINISH", 0.05)
    go_on = threading.Event()
    campaign = Total(Worked(lambda _: (int(go_on.wait(60)), []), "endless"), Worked(abs, "last"))
    with InterruptedAt(int) as executor:
        with pytest.raises(Interrupted):
            campaign.run(RunOptions(executor))
        assert campaign.collected == []
        go_on.set()


@pytest.mark.usefixtures("looks_are_many")
def test_a_second_interruption_gives_up_waiting(monkeypatch):
    def pressed_again(_):
        raise KeyboardInterrupt

    def watch(progress):
        if progress.partial_summary == "it is 10 or more":
            raise KeyboardInterrupt

    def work(number):
        return 1, [Worked(work, number + 1)]

    monkeypatch.setattr("wargraph.campaign.run.Campaign._collect_last", pressed_again)
    with ThreadPoolExecutor(1) as executor, pytest.raises(Interrupted) as caught:
        Total(Worked(work, 0)).run(RunOptions(executor, progress=watch))
    assert caught.value.partial_summary == "it is 10 or more"


def test_abandoned_threads_are_not_waited_for():
    go_on = threading.Event()
    with threads(1) as executor:
        given_up = executor.submit(go_on.wait, 60)
    assert not given_up.done()
    go_on.set()
    assert given_up.result(60)


def test_all_cores_work_if_not_set_apart(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity")
    assert worker_count() == os.cpu_count()


def press():
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture
def _usual_handler():
    """Whatever a command that ran in this process has set."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_usual_handler")
def test_handing_out_a_unit_is_not_interrupted(monkeypatch):
    """An interrupted `submit` would lose a unit."""
    done, began = [], []

    def interrupted(plain):
        def run(*arguments, **options):
            if len(done) == 3:
                press()
            result = plain(*arguments, **options)
            done.append(None)
            return result

        return run

    def work(name):
        began.append(name)
        return 1, []

    campaign = Total(*(Worked(work, number) for number in range(1000)))
    with threads(2) as executor:
        monkeypatch.setattr(executor, "submit", interrupted(executor.submit))
        with pytest.raises(Interrupted):
            campaign.run(RunOptions(executor))
    assert len(done) >= 4
    assert campaign.result == len(began)
