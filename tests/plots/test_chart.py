"""A chart is the same file in every process."""

import os
import subprocess
import sys

import pytest

from tests.support import long
from wargraph import auction_study, lengths, play_full_game

DRAW = "import wargraph; print(wargraph.play_full_game('delahaye-mathieu,deck=5x3,players=3', seed=0).plot().svg())"


@pytest.mark.long
def test_a_chart_is_the_same_in_every_process():
    other = {"env": os.environ | {"PYTHONHASHSEED": "1"}, "stdout": subprocess.PIPE, "text": True}
    drawn = subprocess.run([sys.executable, "-c", DRAW], check=True, **other).stdout
    chart = play_full_game("delahaye-mathieu,deck=5x3,players=3", seed=0).plot()
    assert drawn == f"{chart.svg()}\n"


@pytest.mark.parametrize("ending", ["svg", *long("pdf", "png")])
def test_the_same_bytes_at_every_run(tmp_path, ending):
    one, other = (lengths(5).plot().save(tmp_path / f"{name}.{ending}").read_bytes() for name in "ab")
    assert one == other


@pytest.mark.long
@pytest.mark.parametrize("opponents", [[5], [1, 2, 8]])
def test_everything_is_inside_the_panels(opponents):
    chart = auction_study(opponents, 50, 2).plot()
    chart.draw_without_rendering()
    for panel in chart.axes:
        low, high = panel.get_ylim()
        assert low == 0
        assert (panel.lines[-1].get_ydata() < high).all()
        assert all(float(tick).is_integer() for tick in panel.get_xticks())
