"""What --plot writes, command by command."""

import matplotlib
import pytest

from tests.cli.running import EVERY_COMMAND, names_in
from tests.support import few_of, long

COMMANDS = {
    "longest 1..5 --order both": "The longest finite game",
    "longest 4,5 --relation any": "The longest finite game",
    "endless 3..5 --deals even": "Games that never end",
    "lengths 5,6": "WL, n = 6, any deals",
    "lengths --matrix rock-paper-scissors": "WL, n = 3, any deals",
    "summary 3..5": "War graphs by their size",
    "finish 4,5": "Positions by their distance from the end",
    "contest 4,5": "Forced wins by their length",
    "expect 3..5 --deals both": "Mean: p = 1/2, even deals",
    "expect 5 --p 1/3 --distribution 9": "How long a game lasts where a coin decides",
    "cycles 5": "Cycles by their length",
    "cycles 4 --order free": "Cycles under free order",
    "transcripts 5": "Transcript classes",
    "census 3": "relations on 3 cards",
    "sequence longest-wl 1..9": "number of turns in the longest finite",
    "sequence finish 1..4 --check": "largest distance to the end of a game",
    "play 53|241": "53|241 under WL: endless",
    "play 41|32 --order free": "ends after 4 turns at the earliest",
    "play --preset bryer,deck=3x2": "who wins each round",
    "simulate kids,deck=3x2 --games 20": "How long do games last under kids,deck=3x2?",
    "all-deals delahaye-mathieu,deck=2x2": "Games by their length",
    "auction watch Min Max": "Min+Max",
    "auction tournament Min Max": "Points of the row",
    "auction study --opponents 1 --games 5": "Win ratio",
}
SLOW = {"endless-deal delahaye-mathieu,deck=5x1,dealing=alternate-all": "who wins each round"}


@pytest.mark.parametrize("command", [*few_of(COMMANDS), *long(*SLOW)])
def test_a_plot_stands_beside_the_result(call, tmp_path, monkeypatch, command):
    monkeypatch.setitem(matplotlib.rcParams, "svg.fonttype", "none")  # texts that can be found
    expected = call(*command.split()).printed()
    assert call(*command.split(), "--plot", "plot.svg").printed() == expected
    assert names_in(tmp_path) == ["plot.svg"]
    assert (COMMANDS | SLOW)[command] in (tmp_path / "plot.svg").read_text("utf-8")


@pytest.mark.parametrize("command", [*COMMANDS, *SLOW])
def test_a_plot_is_refused_before_the_work(call, tmp_path, command):
    assert "unknown ending" in call(*command.split(), "--plot", "plot.gif").refusal()
    assert names_in(tmp_path) == []


def test_every_command_that_plots_has_a_case(call):
    plotting = [command for command in EVERY_COMMAND if "--plot " in call(*command.split(), "--help").printed()]
    tried = [*COMMANDS, *SLOW]
    assert [command for command in plotting if not any(case.startswith(f"{command} ") for case in tried)] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "2|13", "--order", "LW"],
        ["play", "--preset", "kids,deck=3x2", "--seed", 1],
        ["auction", "watch", "Max", "2xMin", "--cap", 2],
    ],
)
def test_a_game_is_written_as_a_film_beside_the_report(call, tmp_path, arguments):
    printed = call(*arguments).printed()
    assert call(*arguments, "--film", "game.gif").printed() == printed
    assert (tmp_path / "game.gif").read_bytes().startswith(b"GIF89a")


def test_a_film_is_refused_before_the_game_is_played(call, tmp_path):
    message = call("play", "--preset", "rutgers,deck=255x1", "--film", "game.avi").refusal()
    assert "film 'game.avi' has an unknown ending: use .gif" in message
    assert list(tmp_path.iterdir()) == []
