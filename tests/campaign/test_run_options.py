"""Run options: what they refuse, and what is shown of the work."""

import io
import math
import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest

from tests.support import refusal
from wargraph.campaign.progress import Amount, Progress
from wargraph.campaign.run_options import RunOptions, Work
from wargraph.errors import ParameterError, TooLongError


class Counted(Work):
    """Work that says what it is told to say."""

    hours = 1.0
    way_out = "count less"

    def __init__(self, done=5, left=5):
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


def test_progress_is_told_ten_times_a_second(clock):
    told, work = [], Counted()
    with work.watched(RunOptions(progress=told.append)):
        for clock[0], work.done in ((0.05, 1), (0.15, 2), (0.2, 3), (0.3, 4)):
            work.poll()
    assert [progress.seconds for progress in told] == [0.0, 0.15, 0.3]
    assert [progress.partial_summary for progress in told] == ["", "2 are counted", "4 are counted"]


def test_progress_reads_in_a_line():
    known = Progress("bryer", 10.0, Amount(3, 9, "games"), "nobody won")
    assert (known.amount.share, known.seconds_left) == (0.25, 30)
    assert str(known) == "25% of 12 games, 30 s left; nobody won"
    assert str(Progress("bryer", 1.0, Amount(0, 12.0, "games"))) == "0% of about 12 games"
    assert str(Progress("bryer", 60.0, Amount(3, 9, "games"), before=2)) == "25% of 12 games, 9 min left"
    assert str(Progress("bryer", 1.0)) == ""


@pytest.mark.parametrize(
    ("hours", "left", "is_refused"),
    [(None, 18_000, False), (None, 18_011, True), (2, 18_011, False), (1e-4, 10, True), (Fraction(1, 10**4), 10, True),
     (None, 10**12, True)],
)  # fmt: skip
def test_work_beyond_the_limit_is_refused_at_first(clock, hours, left, is_refused):
    work = Counted(10, left)
    with work.watched(RunOptions(hours=hours)):
        clock[0] = 1.9
        work.poll()
        clock[0] = 2.0
        if is_refused:
            with pytest.raises(TooLongError) as caught:
                work.poll()
            assert f"{left:,} things at the rate" in str(caught.value)
            is_in_a_year = left < 10**12  # more than a year is nothing to allow
            assert caught.value.hours == (math.ceil(2 * left / 18_000) if is_in_a_year else None)
            assert is_in_a_year or str(caught.value) == caught.value.reason
        else:
            work.poll()
            clock[0], work.left = 9.0, 10**9  # what has been begun is not thrown away
            work.poll()


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_is_shown_on_a_terminal_only(is_terminal, monkeypatch, clock):
    stream, work = io.StringIO(), Counted()
    stream.isatty = lambda: is_terminal
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with work.watched(RunOptions(progress=True)):
        clock[0] = 1.0
        work.poll()
    assert ("working on counting: 50% of 10 things, 1 s left; 5 are counted" in stream.getvalue()) == is_terminal


LINES = ["working on counting", "working on counting: 50% of 10 things, 2 s left; 5 are counted", ""]


@pytest.mark.parametrize(
    ("progress", "is_notebook", "lines"),
    [(None, True, LINES), (False, True, []), (lambda _: None, True, []), (None, False, [])],
)
def test_a_notebook_shows_by_itself_what_takes_long(progress, is_notebook, lines, clock, monkeypatch, capsys):
    from IPython.display import DisplayHandle

    shown, work = [], Counted()
    for method in ("display", "update"):
        monkeypatch.setattr(DisplayHandle, method, lambda _, data, **__: shown.append(data["text/plain"]))
    shell = SimpleNamespace(**{"kernel": object()} if is_notebook else {})  # at a terminal there is no kernel
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    with work.watched(RunOptions(progress=progress)):
        for clock[0] in (0.9, 1.5, 1.5):
            work.poll()
            assert clock[0] >= 1 or not shown
    assert shown == lines
    assert capsys.readouterr() == ("", "")
