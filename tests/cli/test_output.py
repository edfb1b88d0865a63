"""Files that commands write: the format, the whole file or nothing, and the checks before the work."""

import re
from importlib.metadata import version

import matplotlib
import pytest

import wargraph as wg
from tests.cli.running import EVERY_COMMAND, names_in, options
from tests.support import few_of
from wargraph.drawing.graph_files import GRAPH_ENDINGS
from wargraph.errors import OutputError

PLOTS = {
    "longest 1..5 --order both": "The longest finite game",
    "endless 3..5 --deals balanced": "Games that never end",
    "lengths 5,6": "6 cards, WL, all starting positions",
    "summary 3..5": "War graphs by their size",
    "farthest 4,5": "Positions by their distance from the end",
    "contest 4,5": "Forced wins by their length",
    "expected-length 3..5 --deals both": "balanced deals, p = 1/2: Mean",
    "cycles 5": "Cycles by their length",
    "transcripts 5": "Transcript classes",
    "census 3": "relations on 3 cards",
    "sequence longest-wl 1..9": "number of turns in the longest finite",
    "play 53|241": "53|241 under WL: never ends",
    "play --preset bryer,deck=3x2": "Who wins each round",
    "simulate kids,deck=3x2 --games 20": "How long do games last under kids,deck=3x2?",
    "all-deals delahaye-mathieu,deck=2x2": "Games by their length",
    "auction watch Min Max": "Min+Max",
    "auction tournament Min Max": "Points of the row",
    "auction study --opponents 1 --games 5": "Win ratio",
    "endless-deal delahaye-mathieu,deck=5x1,dealing=alternate-all": "Who wins each round",
}


@pytest.mark.parametrize(
    ("name", "form"),
    [("out.CSV", "csv"), ("out.json", "json"), ("out.md", "markdown"), ("b00001.txt", "text"), ("out", "text")],
)
def test_the_ending_of_a_file_picks_the_format(call, tmp_path, name, form):
    expected = call("longest", "1..4", "--format", form).printed()
    assert call("longest", "1..4", "-o", name).printed() == ""
    assert (tmp_path / name).read_text("utf-8") == expected
    assert names_in(tmp_path) == [name]


def test_a_page_has_title_rows_and_source(call, tmp_path):
    call("longest", "1..3", "--title", "Ours & \udcff", "--plot", "x.svg", "-o", "page.html").printed()
    page = (tmp_path / "page.html").read_text("utf-8")
    assert r"<title>Ours &amp; \udcff</title>" in page
    assert f"wargraph {version('wargraph')}: wargraph longest 1..3" in page


@pytest.mark.parametrize(
    "typed", ["simulate kids --games 30", "simulate kids bryer --games 30", "all-deals rutgers,deck=3x2"]
)
def test_the_chart_in_a_page_has_the_title_of_the_page(call, tmp_path, typed):
    call(*typed.split(), "--title", "Ours & theirs", "-o", "page.html").printed()
    assert re.findall(r'<img alt="([^"]*)"', (tmp_path / "page.html").read_text("utf-8")) == ["Ours &amp; theirs"]


def test_every_command_with_a_chart_is_plotted():
    plotted = [f"{line} " for line in PLOTS]
    with_chart = [name for name in EVERY_COMMAND if "--plot" in options(name)]
    missing = [name for name in with_chart if not any(line.startswith(f"{name} ") for line in plotted)]
    assert not missing, f"add {missing} to PLOTS in tests/cli/test_output.py, with a text that the chart shows"


@pytest.mark.parametrize("command", few_of(PLOTS))
def test_a_plot_stands_beside_the_result(call, tmp_path, monkeypatch, command):
    monkeypatch.setitem(matplotlib.rcParams, "svg.fonttype", "none")  # texts that can be found
    expected = call(*command.split()).printed()
    assert call(*command.split(), "--plot", "plot.svg").printed() == expected
    assert names_in(tmp_path) == ["plot.svg"]
    assert PLOTS[command] in (tmp_path / "plot.svg").read_text("utf-8")


@pytest.mark.parametrize("typed", ["play 2|13 --order LW", "auction watch Max 2xMin --cap 2"])
def test_a_film_is_written_beside_the_report(call, tmp_path, typed):
    outcome = call(*typed.split(), "--film", "game.gif")
    told = outcome.printed()
    assert call(*typed.split()).printed().startswith(told)
    assert "Winner" not in told  # no table
    assert re.fullmatch(r"game.gif: film of \d+ (turns|rounds)\n", outcome.err)
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize("typed", ["render 3 -o x.svg", "render 4 --around 41|32 -o x.png", "explore 3 -o x.html"])
def test_a_picture_or_a_page_is_written(call, tmp_path, typed):
    told = call(*typed.split()).printed()
    assert names_in(tmp_path) == [typed.split()[-1]]
    assert told.startswith(f"{typed.split()[-1]}: War graph of the deck 1..")


@pytest.mark.parametrize("ending", GRAPH_ENDINGS)
def test_a_graph_is_written_for_other_programs(call, tmp_path, ending):
    assert call("export", "4", "-o", f"war{ending}").printed() == f"war{ending}: 60 positions, 72 arcs\n"
    assert names_in(tmp_path) == [f"war{ending}"]


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("--preset kids --game 5", lambda: wg.play_full_game("kids", game=5)),
        ("--auction Min+2xDummy --seed 2", lambda: wg.play_auction("Min+2xDummy", 2)),
    ],
)
def test_explore_shows_a_game(call, tmp_path, typed, game):
    call("explore", *typed.split(), "-o", "war.html").printed()
    assert (tmp_path / "war.html").read_text("utf-8") == wg.explorer_page(game()).html()


def test_raw_games_can_be_played_again(call, tmp_path):
    given = ("--given", "1: A,A,A,A", "--given", "2 top: K")
    call("simulate", "kids", "--games", 30, "--seed", 4, *given, "--raw", "games.csv", "--raw-deals").printed()
    header, *games = (tmp_path / "games.csv").read_text().splitlines()
    assert (len(games), header.split(",")[-1]) == (30, "deal")
    assert "wins after" in call("play", "--preset", "kids", "--seed", 4, "--game", 29, *given).printed()


def test_a_rules_file_stands_for_a_preset(call, tmp_path):
    assert call("rules", "kids,face-down=1", "-o", "mine.toml").printed() == ""
    of_name, of_file = (
        call("simulate", rules, "--games", 5, "--format", "csv").printed()
        for rules in ("kids,face-down=1", "mine.toml")
    )
    assert of_file.replace("mine", '"kids,face-down=1"') == of_name
    assert names_in(tmp_path) == ["mine.toml"]


def test_the_reading_of_a_matrix_file_is_told(call, tmp_path):
    (tmp_path / "spy.csv").write_bytes(b"\xef\xbb\xbf# who beats whom\r\n;spy;miner\r\nspy;0;1\r\nminer;0;0\r\n")
    done = call("summary", "--matrix", "spy.csv", "--format", "json")
    assert done.err.startswith("spy: 2 cards; a square table of 0, 1")
    assert '"rows": [[0, 1], [0, 0]], "card_names": ["spy", "miner"]' in done.out


def test_a_plot_that_fails_comes_after_the_result(call, monkeypatch):
    def fail(*_, **__):
        raise OutputError("output 'x.svg' cannot be written: No space left on device")

    monkeypatch.setattr("wargraph.plot", fail)
    outcome = call("simulate", "kids,deck=3x2", "--games", "10", "--plot", "x.svg", "--format", "csv")
    assert (outcome.status, outcome.err.count("No space left on device")) == (2, 1)
    assert outcome.out.startswith("rules,games,mean")


@pytest.mark.parametrize("typed", ["cycles --matrix order:30", "farthest 30", "summary 30", "export 30 -o x.gexf"])
def test_too_large_work_says_what_would_fit(call, tmp_path, typed):
    message = call(*typed.split()).refusal()
    assert [part for part in [" GB of memory", "use at most ", " cards"] if part not in message] == []
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("option", ["", "--size 300x200", "--hide-terminals", "--order WL"])
def test_a_large_relation_is_drawn_as_a_table_unless_positions_are_asked_for(call, tmp_path, option):
    ended = call("render", "--matrix", "random:21", *option.split(), "-o", "x.svg")
    is_table = option in ("", "--size 300x200")
    assert (ended.status, names_in(tmp_path)) == ((0, ["x.svg"]) if is_table else (2, []))
    if is_table:
        assert "win" in (tmp_path / "x.svg").read_text("utf-8")
