"""The commands that write files: render, export, and the early refusals that leave nothing behind."""

import json
import shlex

import pytest

from tests.cli.running import names_in
from wargraph.auction.game import play_auction
from wargraph.core.position import Position
from wargraph.drawing.graph_files import GRAPH_ENDINGS
from wargraph.drawing.views import picture
from wargraph.explorer.page import explorer_page
from wargraph.fixed_order.lengths import lengths
from wargraph.full_game.game import play_full_game
from wargraph.plots.plot import plot

SIGNATURES = {".svg": b"<?xml", ".pdf": b"%PDF-", ".png": b"\x89PNG\r\n\x1a\n"}


@pytest.mark.parametrize("name", ["war.svg", "war.pdf", "war.png", "WAR.SVG"])
def test_the_ending_picks_the_kind_of_picture(call, tmp_path, name):
    text = call("render", "3", "-o", name).printed()
    assert text == f"{name}: War graph of the deck 1..3\n"
    assert (tmp_path / name).read_bytes().startswith(SIGNATURES[(tmp_path / name).suffix.lower()])
    assert names_in(tmp_path) == [name]


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("4", lambda: picture(4)),
        ("4 --order LW", lambda: picture(4, order="LW")),
        ("6", lambda: picture(6, "condensation")),
        ("5 --view condensation", lambda: picture(5, "condensation")),
        ("5 --view cycles --order WL", lambda: picture(5, "cycles", "WL")),
        ("4 --around '41|32'", lambda: picture(4, around=Position("41|32"))),
        (
            "5 --view neighbourhood --around '51|324' --radius 1",
            lambda: picture(5, "neighbourhood", around=Position("51|324"), radius=1),
        ),
        ("--matrix rock-paper-scissors", lambda: picture("rock-paper-scissors")),
        (
            "--matrix rock-paper-scissors --around 'rock paper|scissors' --radius 1",
            lambda: picture("rock-paper-scissors", around=Position("12|3"), radius=1),
        ),
        ("--matrix paley:19 --view Relation", lambda: picture("paley:19", "relation")),
        (
            "4 --title Four --hide-terminals --paper A3",
            lambda: picture(4, title="Four", hide_terminals=True).on_paper("A3"),
        ),
        ("4 --view relation", lambda: picture("order:4", "relation")),
    ],
)
def test_render_draws_what_the_library_draws(call, tmp_path, typed, drawn):
    expected = drawn()
    assert call("render", *shlex.split(typed), "-o", "war.svg").printed() == f"war.svg: {expected.title}\n"
    assert (tmp_path / "war.svg").read_text("utf-8") == expected.svg()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("4", lambda: explorer_page(4)),
        ("4 --view cycles", lambda: explorer_page(4, "cycles")),
        ("4 --around '41|32' --radius 1", lambda: explorer_page(4, around=Position("41|32"), radius=1)),
        (
            "--matrix rock-paper-scissors --around 'rock paper|scissors'",
            lambda: explorer_page("rock-paper-scissors", around=Position("12|3")),
        ),
        ("--matrix random:3 --seed 1", lambda: explorer_page("random:3:1")),
        ("--preset kids", lambda: explorer_page(play_full_game("kids"))),
        ("--preset bryer --seed 1 --game 5", lambda: explorer_page(play_full_game("bryer", None, 1, 5))),
        (
            "--preset delahaye-mathieu --deal 'A,10,2|K,9,3'",
            lambda: explorer_page(play_full_game("delahaye-mathieu", "A,10,2|K,9,3")),
        ),
        ("--auction Min+2xDummy --seed 2", lambda: explorer_page(play_auction("Min+2xDummy", 2))),
    ],
)
def test_explore_writes_the_page_of_the_library(call, tmp_path, typed, written):
    expected = written()
    told, *reading = call("explore", *shlex.split(typed), "-o", "war.html").printed().splitlines()
    assert told == f"war.html: {expected.title}"
    assert len(reading) == ("--deal" in typed)
    assert (tmp_path / "war.html").read_text("utf-8") == expected.html()
    assert names_in(tmp_path) == ["war.html"]


def test_a_small_graph_is_written_without_a_forecast(call):
    assert call("export", "5", "-o", "war.dot").printed() == "war.dot: 360 positions, 480 arcs\n"


@pytest.mark.parametrize("ending", GRAPH_ENDINGS)
def test_the_ending_picks_the_kind_of_graph_file(call, tmp_path, ending):
    text = call("export", "4", "-o", f"war{ending}").printed()
    assert text == f"war{ending}: 60 positions, 72 arcs\n"
    content = (tmp_path / f"war{ending}").read_text("utf-8")
    lines = content.splitlines()
    signs = {
        ".graphml": "<graphml" in content,
        ".gexf": "<gexf" in content,
        ".json": content.startswith("{") and len(json.loads(content)["nodes"]) == 60,
        ".dot": content.startswith("digraph"),
        ".nodes.csv": lines[0].startswith("position,") and len(lines) == 61,
        ".edges.csv": lines[0] == "position,child,order" and len(lines) == 73,
    }
    assert [kind for kind, sign in signs.items() if sign] == [ending]
    assert names_in(tmp_path) == [f"war{ending}"]


def test_export_of_a_matrix(call, tmp_path):
    call("export", "--matrix", "rock-paper-scissors", "-o", "rps.edges.csv").printed()
    lines = (tmp_path / "rps.edges.csv").read_text().splitlines()
    assert len(lines) == 25
    assert {"3|21,32|1,LW", "3|21,23|1,WL"} & set(lines) == set()
    assert {"3|12,31|2,WL", "3|21,32|1,WL"} & set(lines) == {"3|21,32|1,WL"}


@pytest.mark.long
def test_a_title_stands_above_report_page_and_picture(call, tmp_path):
    call("lengths", 5, "--title", "Ours for $1", "--plot", "chart.svg", "-o", "report.html").printed()
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<title>Ours for $1</title>" in page
    assert lengths(5).plot().get_suptitle() != plot(lengths(5), "Ours for $1").get_suptitle() == "Ours for $1"
    assert (tmp_path / "chart.svg").read_text("utf-8") == plot(lengths(5), "Ours for $1").svg()
    call("explore", 3, "--title", "Ours & yours", "-o", "war.html").printed()
    assert "<h1>Ours &amp; yours</h1>" in (tmp_path / "war.html").read_text("utf-8")
    text = call("simulate", "bryer", "--games", 10, "--title", "Sunday").printed()
    assert text.startswith("Sunday\n\n")
    assert "bryer: 10 games, seed 0" not in text
