"""Pictures as files: SVG, PDF and PNG that carry their text, on any machine, whole or not at all."""

import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from io import BytesIO

import matplotlib.image
import numpy as np
import pytest

from tests.support import graph_of, refusal
from wargraph.drawing.picture import FONT, Picture, check_pictures
from wargraph.drawing.views import picture
from wargraph.errors import OutputError
from wargraph.report.files import PICTURE_ENDINGS, check_picture_path

GRAPHS = ("deck of 3", "deck of 4", "deck of 5", "rock-paper-scissors")
SIGNATURES = {".svg": b"<?xml", ".pdf": b"%PDF-", ".png": b"\x89PNG\r\n\x1a\n"}
DRAWS_TWO = """
import os, sys
from wargraph import WarGraph, picture
drawing = picture(WarGraph(3))
sys.stdout.buffer.write(drawing.png())
os.write(2, b"one\\n")
drawing.svg()
print("two", os.environ.get("FONTCONFIG_FILE"), file=sys.stderr)
"""

every_graph = pytest.mark.parametrize("name", GRAPHS)
every_ending = pytest.mark.parametrize("ending", PICTURE_ENDINGS)


def drawing_of(name):
    return picture(graph_of(name))


def svg_texts(svg):
    return [
        "".join(element.itertext()).strip() for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]


def pdf_streams(pdf):
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            yield zlib.decompress(stream)
        except zlib.error:
            continue


def pdf_texts(pdf):
    """The texts that a PDF writes with one-byte characters, without the kerning inside them."""
    written = [
        text for page in pdf_streams(pdf) for text in re.findall(rb"\[(.*?)\]\s*TJ|(\([^)]*\))Tj", page, re.DOTALL)
    ]
    return ["".join(part.decode("latin-1") for part in re.findall(rb"\(([^)]*)\)", b"".join(text))) for text in written]


def pixels(png):
    return matplotlib.image.imread(BytesIO(png), format="png")


@every_graph
def test_svg_is_xml_that_names_every_position(name):
    texts = svg_texts(drawing_of(name).svg())
    positions = list(map(graph_of(name).relation.text, graph_of(name)))
    assert sorted(text for text in texts if text in set(positions)) == sorted(positions)
    assert drawing_of(name).title in texts


@every_graph
def test_pdf_names_every_position_and_brings_its_font(name):
    pdf = drawing_of(name).pdf()
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
    assert re.search(rb"/FontName /\w+\+DejaVuSans\b", pdf)
    assert b"/FontFile" in pdf
    texts = "".join(pdf_texts(pdf)).replace(" ", "")
    named = [text.replace(" ", "") for text in map(graph_of(name).relation.text, graph_of(name))]
    assert [text for text in named if text not in texts] == []
    assert drawing_of(name).title.replace(" ", "") in texts


@every_graph
def test_the_page_of_a_pdf_fits_the_drawing(name):
    width, height = map(int, re.search(rb"/MediaBox \[ 0 0 (\d+) (\d+) \]", drawing_of(name).pdf()).groups())
    svg = ET.fromstring(drawing_of(name).svg())
    assert abs(width / height - float(svg.get("width")[:-2]) / float(svg.get("height")[:-2])) < 0.4
    assert min(width, height) > 100


@pytest.mark.long
@every_graph
def test_png_has_ink_in_every_label(name):
    drawing = drawing_of(name)
    png = drawing.png()
    assert png.startswith(SIGNATURES[".png"])
    width, height = struct.unpack(">II", png[16:24])
    image = pixels(png)
    assert image.shape[:2] == (height, width)
    svg = ET.fromstring(drawing.svg())
    scale = width / float(svg.get("width")[:-2])
    left, top = map(float, re.search(r"translate\((\S+) (\S+)\)", svg[0].get("transform")).groups())
    dark = image[..., :3].max(axis=2) < 0.4
    named = set(map(graph_of(name).relation.text, graph_of(name)))
    for label in svg.iter("{http://www.w3.org/2000/svg}text"):
        if label.get("text-anchor") == "middle" and "".join(label.itertext()) in named:
            x, y = (float(label.get("x")) + left) * scale, (float(label.get("y")) + top) * scale
            around = dark[round(y - 9 * scale) : round(y), round(x - 12 * scale) : round(x + 12 * scale)]
            assert 0.04 < around.mean() < 0.6


def test_png_is_sharp_enough_to_print():
    svg = ET.fromstring(drawing_of("deck of 4").svg())
    height, width = pixels(drawing_of("deck of 4").png()).shape[:2]
    points = [float(svg.get(side)[:-2]) for side in ("width", "height")]
    assert np.allclose([width, height], [side * 150 / 72 for side in points], rtol=0.02)


def test_the_first_font_is_one_that_matplotlib_brings():
    found = matplotlib.font_manager.findfont(FONT.split(",")[0], fallback_to_default=False)
    assert found.startswith(matplotlib.get_data_path())


@pytest.mark.long
def test_a_process_without_fonts_draws_the_same_and_keeps_its_stderr(tmp_path):
    (tmp_path / "fonts.conf").write_text('<?xml version="1.0"?><fontconfig></fontconfig>')
    bare = {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "HOME": str(tmp_path), "PATH": ""}
    environment = {**os.environ, **bare}
    done = subprocess.run([sys.executable, "-c", DRAWS_TWO], env=environment, capture_output=True, check=True)
    assert done.stdout == drawing_of("deck of 3").png()
    assert done.stderr.decode() == f"one\ntwo {tmp_path / 'fonts.conf'}\n"


def test_what_is_drawn_twice_is_the_same(capfd):
    first, second = (picture(graph_of("deck of 4")) for _ in range(2))
    assert (first.svg(), first.png()) == (second.svg(), second.png())
    os.write(2, b"still there\n")
    assert capfd.readouterr().err == "still there\n"
    assert first == second
    assert repr(first) == "Picture(title='War graph of the deck 1..4')"


@pytest.mark.long
def test_the_first_drawing_of_a_process_is_that_of_all_others():
    """The anchor of the frame has no label of its own, which the library would leave out at first."""
    code = "from wargraph import picture; print(picture(5, order='WL').svg(), end='')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.decode("utf-8") == picture(5, order="WL").svg()


def test_the_environment_stays_as_it_was(monkeypatch):
    for before in ("/some/file", None):
        monkeypatch.delenv("FONTCONFIG_FILE", raising=False)
        if before:
            monkeypatch.setenv("FONTCONFIG_FILE", before)
        drawing_of("deck of 3").svg()
        assert os.environ.get("FONTCONFIG_FILE") == before


@every_ending
def test_saving_writes_what_the_ending_says(tmp_path, ending):
    drawing = drawing_of("deck of 3")
    path = drawing.save(str(tmp_path / f"war{ending.upper()}"))
    assert path == tmp_path / f"war{ending.upper()}"
    content = path.read_bytes()
    assert content.startswith(SIGNATURES[ending])
    if ending != ".pdf":  # A PDF holds the time at which it was made.
        assert content == {".svg": drawing.svg().encode(), ".png": drawing.png()}[ending]


@every_ending
@pytest.mark.parametrize("failing", ["pathlib.Path.replace", "tempfile.mkstemp"])
def test_a_failure_while_saving_leaves_the_old_file(tmp_path, monkeypatch, ending, failing):
    def disk_full(*_args, **_options):
        raise OSError(28, "No space left on device")

    path = tmp_path / f"war{ending}"
    path.write_text("old")
    drawing = drawing_of("deck of 3")
    drawing.svg()
    monkeypatch.setattr(failing, disk_full)
    assert "No space left on device" in refusal(OutputError, drawing.save, path)
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("function", [check_picture_path, drawing_of("deck of 2").save])
@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("war.gif", "unknown ending"),
        ("war", "unknown ending"),
        ("war.svg.txt", "unknown ending"),
        (".svg", "unknown ending"),
        ("missing/war.svg", "does not exist"),
        ("folder.svg", "is a folder"),
    ],
)
def test_where_no_picture_can_be_saved(tmp_path, function, name, part):
    (tmp_path / "folder.svg").mkdir()
    message = refusal(OutputError, function, tmp_path / name)
    assert part in message
    if part == "unknown ending":
        assert ", ".join(PICTURE_ENDINGS) in message
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_a_notebook_shows_pictures_and_graphs_by_themselves():
    drawing = drawing_of("deck of 4")
    assert drawing._repr_svg_() == drawing.html()
    assert drawing.html().startswith('<svg role="img" aria-label="War graph of the deck 1..4"')
    assert graph_of("deck of 4")._repr_mimebundle_()["image/svg+xml"] == drawing.html()
    condensed = picture(graph_of("deck of 6"), "condensation").html()
    assert graph_of("deck of 6")._repr_mimebundle_()["image/svg+xml"] == condensed


def test_titles_with_special_characters_survive():
    drawing = Picture("a < b & c", 'digraph { layout=dot; label=<a &lt; b &amp; c>; "4|1" }')
    assert {"a < b & c", "4|1"} <= set(svg_texts(drawing.svg()))


@pytest.mark.parametrize("found", [True, False])
def test_without_the_layout_library_the_program_dot_serves(tmp_path, monkeypatch, found):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)  # importing it fails, as where its libraries are missing
    monkeypatch.setenv("PATH", str(tmp_path))
    if found:
        program = tmp_path / "dot"
        program.write_text('#!/bin/sh\nwhile read -r line; do :; done\necho "drawn with $*"\n')
        program.chmod(0o755)
        assert drawing_of("deck of 3").svg() == "drawn with -Kdot -Tsvg\n"
    else:
        assert "apt install libglib2.0-0" in refusal(OutputError, drawing_of("deck of 3").svg)
        assert "program dot" in refusal(OutputError, check_pictures)
