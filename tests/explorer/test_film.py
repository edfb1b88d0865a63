"""The film of a game: which frames it has, what they show, and the file."""

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from tests.support import refusal
from wargraph import (
    OutputError,
    ParameterError,
    Position,
    Relation,
    play,
    play_auction,
    play_contest,
    play_full_game,
    save_film,
)
from wargraph.explorer import film as module
from wargraph.explorer.film import frames_of
from wargraph.explorer.game_data import game_data

GAMES = {
    "kids": play_full_game("kids,deck=13x4+2,players=3", seed=5, cap=40),
    "war graph": play(Position("2|13"), "LW"),
    "contest": play_contest(Position("41|32"), "winner"),
    "auction": play_auction("Max+2xMin", 1),
    "piles": play_full_game("drew-shuffle,winnings=shuffled/last-won-first", seed=3, cap=90),
}


def pictures(path):
    """The frames of a GIF, with the milliseconds of each."""
    with Image.open(path) as image:
        for number in range(image.n_frames):
            image.seek(number)
            yield np.asarray(image.convert("RGB")), image.info["duration"]


def painted(data, frame, title="title"):
    return np.asarray(module._Painter(data, title).paint(frame))


@pytest.mark.parametrize("name", GAMES)
def test_a_film_shows_every_comparison(name):
    data = game_data(GAMES[name])
    deal, *frames, last = frames_of(data)
    assert (deal["hands"], deal["plays"]) == ([list(hand) for hand in data["hands"]], ())
    assert last["hands"] == [list(hand) for hand in data["rounds"][-1]["hands"]]
    assert last["caption"].casefold().startswith(f"{data['outcome']}.".casefold())
    compared = [layer for played in data["rounds"] for layer in played["plays"] if not all(down for *_, down in layer)]
    assert [frame["plays"][-1] for frame in frames] == compared
    winners = [frame["winner"] for frame in frames if frame["winner"] is not None]
    assert winners == [played["winner"] for played in data["rounds"] if played["winner"] is not None]
    for frame in frames:  # each card is in a hand, on a pile or on the table
        held = [card for cards in (*frame["hands"], *frame["piles"], frame["table"]) for card in cards]
        laid = [card for play in frame["plays"] for _, card, _ in play]
        assert len(held) + len(laid) == sum(map(len, data["hands"]))
        assert name == "auction" or len({*held, *laid}) == len(held) + len(laid)
    assert any(any(frame["piles"]) for frame in frames) == (name in ("auction", "piles"))


@pytest.mark.long
def test_long_games_show_some_rounds_and_the_last(monkeypatch, tmp_path):
    data = game_data(play_full_game("bryer", seed=1))
    captions = [frame["caption"] for frame in frames_of(data, 10)]
    assert captions[0] == "The cards are dealt. One round in 10 is shown."
    assert captions[1].startswith("Round 10: ")
    assert captions[-2].startswith(f"Round {len(data['rounds'])}: ")
    monkeypatch.setattr(module, "_MOST_FRAMES", 8)
    assert len(list(pictures(save_film(GAMES["auction"], tmp_path / "a.gif")))) <= 8
    monkeypatch.setattr(module, "_MOST_BYTES", 30_000)
    assert save_film(GAMES["auction"], tmp_path / "b.gif").stat().st_size <= 30_000


def test_a_film_is_reproducible_and_every_frame_moves(tmp_path):
    files = [save_film(GAMES["war graph"], tmp_path / f"{number}.gif") for number in range(2)]
    assert files[0].read_bytes() == files[1].read_bytes()
    shown = list(pictures(files[0]))
    assert [milliseconds for _, milliseconds in shown] == [2000, 1000, 1000, 4000]
    for (before, _), (after, _) in pairwise(shown):
        assert (before != after).any()


def test_a_short_film_has_red_suits(tmp_path):
    film = save_film(play_full_game("kids", "A,K|A,Q"), tmp_path / "a.gif")
    assert any((shown == (0xB3, 0x26, 0x1E)).all(axis=2).any() for shown, _ in pictures(film))


def test_the_card_that_wins_has_a_blue_edge():
    table = [[[0, 1, False], [1, 2, False]]]
    held = {"hands": [[], []], "piles": [[], []], "table": [], "caption": "", "plays": table}
    pixels = [painted(game_data(GAMES["war graph"]), {**held, "winner": winner}) for winner in (None, 0, 1)]
    blue = [(each == (0, 0x72, 0xB2)).all(axis=2).nonzero()[0] for each in pixels]
    assert len(blue[0]) == 0
    assert blue[1].max() < blue[2].min()


def test_a_pile_lies_apart_and_is_counted(monkeypatch):
    written = []
    monkeypatch.setattr("PIL.ImageDraw.ImageDraw.text", lambda *called: written.append(called[2]))
    data = game_data(GAMES["piles"])
    frame = next(frame for frame in frames_of(data) if len(frame["piles"][0]) == 12)
    strip = painted(data, frame)[module._TITLE : module._TITLE + 70]
    columns, end = (strip == 255).all(axis=2).any(axis=0), module._MARGIN + module._PILE
    assert columns[:end].any()
    assert not columns[end + 2 : end + 15].any()
    assert f"player 1: {len(frame['hands'][0]) + 12} cards, 12 of them on the pile" in written


def test_cards_fit_their_names_and_titles_are_cut(monkeypatch):
    written = []
    monkeypatch.setattr("PIL.ImageDraw.ImageDraw.text", lambda *called: written.append(called[2]))
    relation = Relation([[0, 1, 0], [0, 0, 1], [1, 0, 0]], card_names=["elephant", "lion", "mouse"])
    data = game_data(play(Position("31|2"), "WL", relation))
    painted(data, next(frames_of(data)), "x" * 500)
    assert {"elephant", "lion", "mouse"} <= set(written)
    assert [text[-2:] for text in written if "…" in text] == ["x…"]


@pytest.mark.parametrize(("rules", "rows"), [("kids,deck=3x9", 1), ("kids,beats=rock-paper-scissors,deck=3x9", 2)])
def test_long_names_are_not_covered(rules, rows):
    """Cards with long names lie side by side, in as many rows as that takes."""
    data = game_data(play_full_game(rules, cap=1))
    held = data | {"rounds": []}
    image = module._Painter(held, "").paint(next(frames_of(held)))
    assert image.height == module._TITLE + 2 * (module._LABEL + rows * (module._HIGH + 4) + 8) + module._CAPTION


def test_what_cannot_be_filmed_is_refused(tmp_path):
    assert "5 is no game" in refusal(ParameterError, save_film, 5, tmp_path / "a.gif")
    assert "use .gif" in refusal(OutputError, save_film, GAMES["kids"], tmp_path / "a.mp4")
    assert list(tmp_path.iterdir()) == []
