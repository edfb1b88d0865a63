"""Some dozens of inputs of each kind; `python benchmarks/attack.py` tries as many as are asked for."""

import pytest
from attack_inputs import KINDS, Input, attacked, tried

from tests.support import long
from wargraph.errors import ParameterError

INPUTS = 200
SLOW = {"command lines": 60, "file names": 60}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_inputs_are_accepted_or_refused_in_a_line(kind):
    count = attacked(kind, 0, SLOW.get(kind, INPUTS))
    assert count.failures == []
    assert min(count.refused, count.accepted) > 0.02 * count.tried  # else it is no attack


def raises(error):
    raise error


@pytest.mark.parametrize(
    ("attempt", "outcome"),
    [
        (lambda: None, "accepted"),
        (lambda: raises(ParameterError("one line")), "refused"),
        (lambda: raises(ParameterError("two\nlines")), "not one line"),
        (lambda: raises(ParameterError("")), "not one line"),
        (lambda: raises(ValueError("no")), "ValueError: no"),
        (lambda: raises(SystemExit(1)), "SystemExit: 1"),
        (lambda: open("left", "w").close(), "leaves ['left']"),  # noqa: PTH123
        *long((lambda: [None for _ in iter(int, 1)], "no answer in 1 seconds")),
    ],
)
def test_what_breaks_a_promise_is_noticed(monkeypatch, attempt, outcome):
    monkeypatch.setitem(KINDS, "one", lambda _: Input("input", attempt))
    monkeypatch.setattr("attack_inputs.PATIENCE", 1)
    assert outcome in tried("one", 0)


def test_an_input_depends_on_its_number_alone():
    assert [tried("command lines", 7) for _ in range(2)] == ["refused"] * 2 or tried("command lines", 7) == "accepted"
