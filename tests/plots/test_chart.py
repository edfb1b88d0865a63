"""A chart is the same file in every process."""

import os
import struct
import subprocess
import sys

import pytest

from tests.support import long
from wargraph import auction_study, lengths, play_full_game, relation_structure

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


@pytest.mark.parametrize(
    ("size", "across", "down", "dpi"),
    [*long(("A4", 210 / 25.4, 297 / 25.4, 150)), ("500x300", 500 / 96, 300 / 96, 96)],
)
def test_a_chart_fills_its_page(tmp_path, size, across, down, dpi):
    """A PNG has the pixels of the page, and the texts grow with the chart."""
    by_itself, chart = (relation_structure("cyclic:25").plot() for _ in range(2))
    written = chart.on_page(size).save(tmp_path / "table.png").read_bytes()
    assert struct.unpack(">II", written[16:24]) == pytest.approx((across * dpi, down * dpi), abs=1)
    scale = min(after / before for after, before in zip((across, down), by_itself.get_size_inches(), strict=True))
    letters = [each.texts[0].get_fontsize() for each in (by_itself.axes[0], chart.axes[0])]
    assert letters[1] == pytest.approx(scale * letters[0])
