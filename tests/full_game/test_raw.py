"""The games of a simulation as a CSV file, which the plain rules confirm."""

import pytest

from tests.cli.running import csv_rows
from wargraph import compare, play_full_game, simulate
from wargraph.full_game import raw
from wargraph.full_game.few_games import row_of
from wargraph.full_game.table import FIELDS

RULES = "rutgers,deck=4x3,players=3,face-down=1"


@pytest.mark.long
def test_plain_play_confirms_the_row_of_every_game(tmp_path, monkeypatch):
    monkeypatch.setattr(raw, "_ROWS", 11)
    found = compare([RULES, "drew-shuffle,deck=3x2"], 100, seed=4, cap=40)
    raw.write_games(tmp_path / "games.csv", found.simulations)
    rows = csv_rows((tmp_path / "games.csv").read_text("utf-8"))
    assert [*rows[0]] == ["rules", "game", *FIELDS]
    assert [(row["rules"], int(row["game"])) for row in rows] == [
        (str(each.rules), game) for each in found.simulations for game in range(100)
    ]
    assert len({row["ending"] for row in rows}) == 4
    for row in rows:
        game = play_full_game(row["rules"], seed=4, game=int(row["game"]), cap=40)
        expected = dict(zip(FIELDS, row_of(game), strict=True))
        no_meaning = {"winner"} if game.winner is None else set()
        no_meaning |= {"preperiod", "cycle_length"} if game.cycle_length is None else set()
        no_meaning |= set() if game.ending in ("won", "tied") else set(FIELDS[2:15]) - {"rounds"}
        expected |= {"ending": game.ending, **dict.fromkeys(no_meaning, "")}
        assert {name: row[name] for name in FIELDS} == {name: str(value) for name, value in expected.items()}


@pytest.mark.parametrize("start", [{"given": "2: A,A"}, {"deal": "A,2|K,Q|"}, {"deal": "A,A|2*rest|rest"}])
def test_the_last_column_is_the_deal(tmp_path, start):
    raw.write_games(tmp_path / "games.csv", [simulate("kids,players=3", 25, seed=6, **start)], with_deals=True)
    for row in csv_rows((tmp_path / "games.csv").read_text("utf-8")):
        game = play_full_game("kids,players=3", seed=6, game=int(row["game"]), **start)
        assert play_full_game("kids,players=3", row["deal"]).deal == game.deal
        assert int(row["rounds"]) == len(game.rounds)


def test_a_frame_has_a_row_for_each_game():
    found = simulate("drew-stack", 300)
    frame = found.to_pandas("games")
    assert [*frame] == [*FIELDS]
    assert (frame["ending"] == "endless").sum() == found.endless > 0
    assert frame["turns"][frame["ending"] == "won"].mean() == pytest.approx(found.mean)
