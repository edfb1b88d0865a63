"""Run options: what they are made of, what they refuse, what is shown of them."""

import io
import math
import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest

from tests.support import refusal
from wargraph.campaign.progress import Amount, Interrupted, Progress, in_notebook
from wargraph.campaign.run_options import RunOptions, Work, monitor
from wargraph.errors import ParameterError, TooLongError


class Counted(Work):
    """Work that says what it is told to say."""

    hours = 1.0
    way_out = "count less"

    def __init__(self, done=0, left=10):
        self.done = done
        self.left = left

    def __str__(self):
        return "counting"

    def amount(self):
        return Amount(self.done, self.left, "things")

    def partial_summary(self):
        return f"{self.done} are counted"


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes as it is told."""
    times = [0.0]
    monkeypatch.setattr("wargraph.campaign.run_options.monotonic", lambda: times[0])
    return times


@pytest.mark.parametrize("hours", [0, -1, float("nan")])
def test_hours_are_above_0(hours):
    assert "must be above 0" in refusal(ParameterError, RunOptions, hours=hours)


def test_progress_is_told_at_the_start_and_every_tenth_of_a_second(clock):
    told, work = [], Counted()
    with monitor(work, RunOptions(progress=told.append)):
        for clock[0], work.done in ((0.05, 1), (0.15, 2), (0.2, 3), (0.3, 4)):
            work.poll()
    assert [(progress.seconds, progress.partial_summary) for progress in told] == [
        (0.0, ""),
        (0.15, "2 are counted"),
        (0.3, "4 are counted"),
    ]


def test_progress_reads_in_a_line():
    known = Progress("bryer", 10.0, Amount(3, 9, "games"), "nobody won")
    assert (known.amount.share, known.seconds_left) == (0.25, 30)
    assert str(known) == "25% of 12 games, 30 s left; nobody won"
    assert str(Progress("bryer", 1.0, Amount(0, 12.0, "games"))) == "0% of about 12 games"
    assert str(Progress("bryer", 1.0)) == ""


@pytest.mark.parametrize(
    ("hours", "left", "is_refused"),
    [(None, 18_000, False), (None, 18_011, True), (2, 18_011, False), (1e-4, 10, True), (Fraction(1, 10**4), 10, True)],
)
def test_what_takes_longer_than_allowed_is_refused_at_the_first_forecast(clock, hours, left, is_refused):
    work = Counted(10, left)
    with monitor(work, RunOptions(hours=hours)):
        clock[0] = 1.9
        work.poll()
        clock[0] = 2.0
        if is_refused:
            with pytest.raises(TooLongError) as caught:
                work.poll()
            error = caught.value
            assert error.reason.startswith(f"counting: {left:,} things are left, some ")
            assert error.reason.endswith(": count less")
            assert error.hours == math.ceil(2 * left / 18_000)
            assert str(error).endswith(f"count less, or allow more: RunOptions(hours={error.hours})")
        else:
            work.poll()
            clock[0], work.left = 9.0, 10**9  # what has been begun is not thrown away
            work.poll()


def test_more_than_a_year_is_nothing_to_allow(clock):
    work = Counted(1, 10**12)
    with monitor(work, RunOptions()):
        clock[0] = 3.0
        with pytest.raises(TooLongError) as caught:
            work.poll()
    assert (caught.value.hours, str(caught.value)) == (None, caught.value.reason)


def test_an_interruption_carries_the_progress(clock):
    work = Counted()

    def pressed():
        clock[0], work.done = 5.0, 7
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught, monitor(work, None):
        pressed()
    assert caught.value.progress == Progress("counting", 5.0, Amount(7, work.left, "things"), "7 are counted")
    assert caught.value.partial_summary == "7 are counted"


def test_progress_is_shown_on_a_terminal_and_not_in_a_file(monkeypatch, clock):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for stream, is_shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setenv("TERM", "xterm")
        clock[0], work = 0.0, Counted(5, 5)
        with monitor(work, RunOptions(progress=True)):
            clock[0] = 1.0
            work.poll()
        assert ("working on counting: 50% of 10 things, 1 s left; 5 are counted" in stream.getvalue()) == is_shown


@pytest.fixture
def shown(monkeypatch):
    """What a notebook shows, line by line, as one that runs here."""
    from IPython.display import DisplayHandle

    lines = []
    for method in ("display", "update"):
        monkeypatch.setattr(DisplayHandle, method, lambda _, data, **__: lines.append(data["text/plain"]))
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    return lines


def test_a_notebook_shows_by_itself_what_takes_long(clock, shown):
    work = Counted(5, 5)
    with monitor(work, None):
        for clock[0] in (0.9, 1.5, 1.5):
            work.poll()
            assert (shown == []) == (clock[0] < 1)
    assert shown == ["working on counting", "working on counting: 50% of 10 things, 2 s left; 5 are counted", ""]


@pytest.mark.parametrize(("progress", "is_notebook"), [(False, True), (lambda _: None, True), (None, False)])
def test_elsewhere_nothing_is_shown_that_was_not_asked_for(clock, shown, progress, is_notebook, monkeypatch, capsys):
    if not is_notebook:  # IPython at a terminal has no kernel
        monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace())
        assert not in_notebook()
    work = Counted(5, 5)
    with monitor(work, RunOptions(progress=progress)):
        clock[0] = 9.0
        work.poll()
    assert shown == []
    assert capsys.readouterr() == ("", "")
