"""Which decks a command line names: RANGE, N, and --matrix with a name or a file."""

import json

import pytest

from tests.cli.running import json_rows
from wargraph.core.relation import Reading

RPS_CSV = "rock,paper,scissors\n0,0,1\n1,0,0\n0,1,0\n"
RPS_JSON = '{"names": ["rock", "paper", "scissors"], "matrix": [[0, 0, 1], [1, 0, 0], [0, 1, 0]]}'


@pytest.mark.parametrize("command", ["longest", "endless", "finish"])
def test_a_row_for_each_n(call, command):
    printed = call(command, "1..2, 4", "--format", "json").printed()
    assert [row["n"] for row in json_rows(printed)] == [1, 2, 4]


@pytest.mark.parametrize("command", ["longest", "finish", "summary", "cycles"])
@pytest.mark.parametrize("name", ["rps.csv", "rps.json", "rps.JSON", "rock-paper-scissors"])
def test_a_matrix_by_name_or_file_means_the_same(call, tmp_path, command, name):
    (tmp_path / "rps.csv").write_text(RPS_CSV)
    (tmp_path / "rps.json").write_text(RPS_JSON)
    (tmp_path / "rps.JSON").write_text(RPS_JSON)
    by_name = call(command, "--matrix", "rock-paper-scissors", "--format", "csv").printed()
    assert call(command, "--matrix", name, "--format", "csv").out == by_name


def test_cards_without_names_are_numbers(call, tmp_path):
    (tmp_path / "rps.csv").write_text("0,0,1\n1,0,0\n0,1,0\n")
    for name, example in [("rps.csv", "3|21"), ("rock-paper-scissors", "scissors|paper rock")]:
        (row,) = json_rows(call("finish", "--matrix", name, "--format", "json").printed())
        assert row["example"] == example


@pytest.mark.parametrize("order", ["WL", "free"])
def test_listed_cycles_name_the_cards(call, order):
    listed = call("cycles", "--matrix", "rock-paper-scissors", "--order", order, "--list", "1", "--format", "json")
    rows = json_rows(listed.printed())
    assert [row["position"] for row in rows][:2] == ["scissors|paper rock", "scissors paper|rock"]


def test_a_literal_matrix_need_not_be_a_tournament(call, tmp_path):
    (tmp_path / "ties.csv").write_text("0,0\n0,0\n")
    rows = json_rows(call("longest", "--matrix", "ties.csv", "--literal", "--format", "json").printed())
    assert [(row["n"], row["turns"], row["positions"]) for row in rows] == [(2, 1, 2)]


def test_a_literal_reading_is_among_the_parameters(call):
    text = call("summary", "--matrix", "rock-paper-scissors", "--literal", "--format", "json").printed()
    assert '"parameters": {"matrix": "rock-paper-scissors", "n": 3, "reading": "literal", "rows": [[0, 0, 1], ' in text
    assert '"card_names": ["rock", "paper", "scissors"]' in text


@pytest.mark.parametrize("command", ["longest", "endless", "lengths", "finish", "summary", "cycles"])
def test_a_reading_that_is_not_strict_is_told(call, tmp_path, command):
    (tmp_path / "m.csv").write_text("0,0,1\n1,0,0\n0,1,0\n")
    told = [call(command, "--matrix", "m.csv", *flags).printed() for flags in ([], ["--literal"], ["--draws"])]
    assert told[1] == f"{told[0]}\n{Reading.LITERAL.rule}\n"
    assert told[2] == f"{told[0]}\n{Reading.DRAWS.rule}\n"
    rows = [call(command, "--matrix", "m.csv", *flags, "--format", "csv").printed() for flags in ([], ["--draws"])]
    assert rows[0] == rows[1]


def test_suits_draw_without_being_told(call):
    parameters = json.loads(call("summary", "--matrix", "suits:2x2", "--format", "json").printed())["parameters"]
    assert (parameters["reading"], parameters["card_names"]) == ("draws", ["1a", "1b", "2a", "2b"])
    assert parameters["rows"] == [[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]]
    assert json_rows(call("summary", "--matrix", "suits:2x2", "--format", "json").printed())[0]["positions"] == 121
    assert "a tie after 1 turn" in call("play", "1a 2a|1b 2b", "--matrix", "suits:2x2").printed()


@pytest.mark.parametrize("arguments", [["longest"], ["play", "12|34"], ["matrix"]])
def test_a_seed_says_which_random_matrix_is_meant(call, arguments):
    named = (["random:4:7"], ["random:4", "--seed", "7"], ["random:4"])
    option = [] if arguments == ["matrix"] else ["--matrix"]
    seven, same, other = (call(*arguments, *option, *name, "--format", "json").printed() for name in named)
    assert seven == same != other
    assert '"matrix": "random:4:7"' in seven
    for name in ("order:4", "random:4:7", "rock-paper-scissors"):
        assert "--seed chooses one of" in call(*arguments, *option, name, "--seed", "8").refusal()


def test_how_a_file_was_read_is_told_beside_the_result(call, tmp_path):
    (tmp_path / "spy.csv").write_bytes(b"\xef\xbb\xbf# who beats whom\r\n;spy;miner\r\nspy;0;1\r\nminer;0;0\r\n")
    done = call("summary", "--matrix", "spy.csv", "--format", "json")
    assert done.err == (
        "spy: a semicolon-separated matrix with the card names in the first row and the first column, "
        "1 comment line left out\n"
    )
    assert '"rows": [[0, 1], [0, 0]], "card_names": ["spy", "miner"]' in done.out


def test_a_matrix_in_words(call):
    told = call("longest", "--matrix", "rock beats scissors; paper beats rock; scissors beats paper", "--format", "csv")
    assert told.err == "matrix: lines that say which of 3 cards beats which\n"
    assert told.out == call("longest", "--matrix", "rock-paper-scissors", "--format", "csv").printed()


def test_words_too_long_for_a_name_of_a_file(call, tmp_path):
    (tmp_path / "o.csv").touch()
    cards = [f"card {number}" for number in range(5)]
    words = "; ".join(f"{card} beats {', '.join(cards[:place])}" for place, card in enumerate(cards) if place)
    call("longest", "--matrix", words + " " * 300, "-o", "o.csv")
    assert (tmp_path / "o.csv").read_text().startswith("n,order")
