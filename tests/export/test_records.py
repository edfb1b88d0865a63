"""The records of simulated games: every game a row, in order, whatever the threads do; a whole file or none."""

import pytest

from tests.cli.running import csv_rows
from wargraph import OutputError, RuleSet, RunOptions, play_full_game, record_file, simulate
from wargraph.full_game import simulate as module
from wargraph.full_game.tally import Column, record_of

RULES = "rutgers,deck=4x3,players=3,face-down=1"


def written(path, games=300, seed=4):
    with record_file(path) as sink_for:
        for text in (RULES, "drew-shuffle,deck=3x2"):
            simulate(text, games, seed, cap=40, sink=sink_for(RuleSet.parse(text)))
    return path


@pytest.mark.long
def test_every_game_is_a_row_that_the_plain_rules_confirm(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_PIECE", 11)  # many pieces, which come back in any order
    rows = csv_rows(written(tmp_path / "games.csv").read_text("utf-8"))
    assert [row["game"] for row in rows] == [*map(str, range(300)), *map(str, range(300))]
    assert [row["rules"] for row in rows] == [RULES] * 300 + ["drew-shuffle,deck=3x2"] * 300
    assert len({row["ending"] for row in rows}) == 4
    for row in rows:
        game = play_full_game(RuleSet.parse(row["rules"]), seed=4, game=int(row["game"]), cap=40)
        expected = record_of(game)
        is_finished = str(game.ending) in ("won", "tied")
        assert row["ending"] == game.ending
        assert row["rounds"] == str(len(game.rounds))
        assert row["turns"] == (str(game.turns) if is_finished else "")
        assert row["winner"] == ("" if game.winner is None else str(game.winner))
        for column, place in (
            ("wars", Column.WARS),
            ("short_wars", Column.SHORT),
            ("three_way_wars", Column.THREE_WAY),
            ("double_three_way_wars", Column.DOUBLE_THREE_WAY),
            ("triple_three_way_wars", Column.TRIPLE_THREE_WAY),
            ("double_wars", Column.DEPTH + 1),
        ):
            assert row[column] == (str(expected[place]) if is_finished else "")
        assert (row["entry"], row["period"]) == tuple("" if x is None else str(x) for x in (game.entry, game.period))


def test_a_file_is_whole_or_not_there(tmp_path):
    path = tmp_path / "games.csv"

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), record_file(path) as sink_for:
        simulate("bryer", 10**6, run_options=RunOptions(progress=stop), sink=sink_for(RuleSet.preset("bryer")))
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(ZeroDivisionError), record_file(path):
        raise ZeroDivisionError
    assert [*tmp_path.iterdir()] == []


def test_what_cannot_be_written_is_refused_first(tmp_path):
    for name, words in (("games.xls", "unknown ending"), ("none/games.csv", "does not exist")):
        with pytest.raises(OutputError, match=words), record_file(tmp_path / name):
            pass
