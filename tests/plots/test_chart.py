"""A chart is the same file in every process."""

import os
import subprocess
import sys

import pytest

from wargraph import play_full_game

DRAW = "import wargraph; print(wargraph.play_full_game('delahaye-mathieu,deck=5x3,players=3', seed=0).plot().svg())"


@pytest.mark.long
def test_the_last_digits_of_a_layout_do_not_change_the_file():
    first = play_full_game("delahaye-mathieu,deck=3x2", seed=0).plot()
    second = play_full_game("delahaye-mathieu,deck=3x2", seed=0).plot()
    for chart in (first, second):
        chart.draw_without_rendering()
        chart.set_layout_engine("none")
    for panel in second.axes:
        left, bottom, width, height = panel.get_position().bounds
        panel.set_position((left + 1e-14, bottom, width, height))
    assert first.svg() == second.svg()
    assert first.svg().count("<clipPath") >= 3


@pytest.mark.long
def test_a_chart_is_the_same_in_every_process():
    drawn = [
        subprocess.run([sys.executable, "-c", DRAW], env=os.environ | {"PYTHONHASHSEED": seed}, stdout=subprocess.PIPE)
        for seed in ("1", "2")
    ]
    assert [process.returncode for process in drawn] == [0] * 2
    assert len({process.stdout for process in drawn}) == 1
