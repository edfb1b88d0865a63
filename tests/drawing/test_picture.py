"""Pictures as files: SVG, PDF and PNG that carry their text, on any machine, whole or not at all."""

import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from tests.support import graph_of
from wargraph.drawing.views import picture
from wargraph.report.files import PICTURE_ENDINGS

SIGNATURES = {".svg": b"<?xml", ".pdf": b"%PDF-", ".png": b"\x89PNG\r\n\x1a\n"}
DRAWS_TWO = """
import os, sys
from wargraph import picture
sys.stdout.buffer.write(picture(3).png())
os.write(2, b"one\\n")
picture(5, order="WL").save("five.svg")
print("two", os.environ.get("FONTCONFIG_FILE"), file=sys.stderr)
"""


@pytest.mark.parametrize("name", ["deck of 4", "rock-paper-scissors"])
def test_pages_and_pixels_fit_the_drawing(name):
    drawing = picture(graph_of(name))
    svg, pdf = ET.fromstring(drawing.svg()), drawing.pdf()
    points = [float(svg.get(side)[:-2]) for side in ("width", "height")]
    page = list(map(int, re.search(rb"/MediaBox \[ 0 0 (\d+) (\d+) \]", pdf).groups()))
    assert page[0] / page[1] == pytest.approx(points[0] / points[1], abs=0.4)
    pixels = struct.unpack(">II", drawing.png()[16:24])
    assert list(pixels) == pytest.approx([side * 150 / 72 for side in points], rel=0.02)
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
    assert re.search(rb"/FontName /\w+\+DejaVuSans\b", pdf)
    assert b"/FontFile" in pdf


@pytest.mark.long
def test_a_process_without_fonts_draws_the_same(tmp_path):
    """The anchor of the frame has no label of its own, which the library would leave out at first."""
    (tmp_path / "fonts.conf").write_text('<?xml version="1.0"?><fontconfig></fontconfig>')
    bare = {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "HOME": str(tmp_path), "PATH": ""}
    environment = {**os.environ, **bare}
    command = [sys.executable, "-c", DRAWS_TWO]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, cwd=tmp_path)
    assert done.stdout == picture(3).png()
    assert done.stderr.decode() == f"one\ntwo {tmp_path / 'fonts.conf'}\n"
    assert (tmp_path / "five.svg").read_text("utf-8") == picture(5, order="WL").svg()


@pytest.mark.parametrize("ending", PICTURE_ENDINGS)
def test_a_picture_is_reproducible(tmp_path, capfd, ending):
    paths = [picture(graph_of("deck of 3")).save(str(tmp_path / f"{name}{ending.upper()}")) for name in "ab"]
    assert paths == [tmp_path / f"{name}{ending.upper()}" for name in "ab"]
    assert paths[0].read_bytes().startswith(SIGNATURES[ending])
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("size", "across", "down"), [("A4", 297 / 25.4, 210 / 25.4), ("letter", 11.0, 8.5), ("1920x1080", 20, 11.25)]
)
@pytest.mark.parametrize("view", ["cycles", "rings"])
def test_a_picture_fills_its_page(size, across, down, view):
    """The page has the size that was asked for, and what is drawn reaches two of its margins."""
    drawing = picture(graph_of("deck of 4"), view, size=size)
    svg = ET.fromstring(drawing.svg())
    assert [float(svg.get(side)[:-2]) / 72 for side in ("width", "height")] == pytest.approx([across, down], abs=0.01)
    by_itself = ET.fromstring(picture(graph_of("deck of 4"), view).svg())
    drawn = [drawing.scale * float(by_itself.get(side)[:-2]) / 72 for side in ("width", "height")]
    assert min(across - drawn[0], down - drawn[1]) == pytest.approx(0.8)
    assert struct.unpack(">II", drawing.png()[16:24]) == pytest.approx(
        (across * drawing.dpi, down * drawing.dpi), abs=1
    )


def test_a_screen_shows_five_cards_in_rings_and_four_in_columns():
    screens = {n: picture(graph_of(f"deck of {n}"), size="1920x1080") for n in (4, 5)}
    assert picture(graph_of("deck of 4"), size="A4") == picture(graph_of("deck of 4"), "whole", size="A4")
    assert [screens[n] for n in (4, 5)] == [
        picture(graph_of("deck of 4"), "whole", size="1920x1080"),
        picture(
            graph_of("deck of 5"),
            "rings",
            hide_terminals=True,
            size="1920x1080",
            title="War graph of the deck 1..5, without terminal positions",
        ),
    ]
    assert min(screen.scale for screen in screens.values()) > 0.9
