"""The film of a game: an animated GIF to send to a friend."""

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from itertools import count
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from wargraph.errors import ParameterError, shown
from wargraph.explorer.game_data import RED_SUITS, SUITS, AnyGame, game_data
from wargraph.explorer.svg import Data
from wargraph.full_game.hands import JOKER
from wargraph.report.files import check_ending, write_file
from wargraph.report.humanize import counted

_MOST_BYTES, _MOST_FRAMES = 5_000_000, 600  # what a messenger sends without complaint
_LENGTH, _FIRST, _LAST = 90_000, 2000, 4000  # milliseconds of the film, and of its first and its last frame
_HANDS, _PILE, _TABLE, _HIGH, _NARROWEST = 560, 110, 300, 48, 34
_IN_A_ROW, _MOST_ROWS = 27, 6  # more rows of long names lie closer
_MARGIN, _TITLE, _LABEL, _CAPTION = 12, 30, 20, 54
_PAPER, _INK, _GREEN, _EDGE = "#fbfaf7", "#1d1f21", "#dcebe0", "#8a8d91"
_FRONT, _BACK, _RED, _WON = "#ffffff", "#9db8cf", "#b3261e", "#0072b2"

check_film_path = partial(check_ending, kind="film", endings=(".gif",))
"""Check the path of a film before the game is played; raise an `OutputError` if it cannot be written."""


def save_film(game: AnyGame, path: str | Path, title: str = "") -> Path:
    """Write a game as a film, an animated ``.gif`` of at most 5 megabytes, with a title of your own if you like.

    The film shows the hands of all players, the top card on the right, and the cards on the table. Of a long game it
    shows only every second round, or every third, and says so.
    """
    path = check_film_path(path)
    return write_file(path, film(game, title)[0])


def film(game: AnyGame, title: str = "") -> tuple[bytes, str]:
    """Return a game as a film for `save_film`, and in words which of its rounds the film shows."""
    if not isinstance(game, AnyGame):
        raise ParameterError(f"{shown(game)} is no game: play(), play_full_game() and play_auction() play one")
    data = game_data(game)
    step = next(step for step in count(1) if sum(1 for _ in frames_of(data, step)) <= _MOST_FRAMES)
    while len(gif := _gif(data, title or data["title"], step)) > _MOST_BYTES and step <= len(data["rounds"]):
        step = max(step + 1, step * len(gif) // _MOST_BYTES)
    rounds = counted(len(data["rounds"]), data["round"])
    return gif, rounds if step == 1 else f"{rounds}, showing one in {step} and the last"


def frames_of(data: Data, step: int = 1) -> Iterator[Data]:
    """Yield frames, in the form of rounds: the deal, each comparison of every `step`-th round, and the outcome."""
    rounds = data["rounds"]
    yield _frame(data, "The cards are dealt." + f" One {data['round']} in {step} is shown." * (step > 1))
    for number, played in enumerate(rounds, start=1):
        if number % step and number < len(rounds):
            continue
        now = _frame(rounds[number - 2] if number > 1 else data, "")
        hands, piles = now["hands"], now["piles"]
        for layers, layer in enumerate(played["plays"], start=1):
            for player, card, _ in layer:
                if not hands[player]:
                    hands[player], piles[player] = piles[player], []
                hands[player].remove(card)
            if not all(down for *_, down in layer):  # cards face down wait for those on which they depend
                is_last, plays = layers == len(played["plays"]), played["plays"][:layers]
                what = _decision(data, played) if is_last else "a tie: war!"
                caption = f"{data['round'].capitalize()} {number:,}: {what}"
                yield _frame(now, caption, plays, played["winner"] if is_last else None)
    yield _frame(rounds[-1] if rounds else data, f"{data['outcome'][:1].upper()}{data['outcome'][1:]}.")


def _frame(held: Data, caption: str, plays: tuple[()] | list[Data] = (), winner: int | None = None) -> Data:
    hands, table = [list(cards) for cards in held["hands"]], list(held.get("table", ()))
    piles = [list(cards) for cards in held.get("piles", [()] * len(hands))]
    caption += f" {counted(len(table), 'card')} carried over." * bool(table)
    return {"hands": hands, "piles": piles, "table": table, "caption": caption, "plays": plays, "winner": winner}


def _decision(data: Data, played: Data) -> str:
    """Say what the topmost cards on the table decide."""
    winner, faces = played["winner"], {player: card for player, card, down in played["plays"][-1] if not down}
    if winner is None:
        return "nobody takes the cards."
    cards = counted(sum(map(len, played["plays"])) + len(played.get("table", ())), "card")
    others = " and the ".join(data["names"][card - 1] for player, card in faces.items() if player != winner)
    beats = f"the {data['names'][faces[winner] - 1]} beats the {others}; " if winner in faces and others else ""
    return f"{beats}{data['players'][winner]} takes {cards}."


def _gif(data: Data, title: str, step: int) -> bytes:
    """Return the film that shows every `step`-th round, with the 32 colours of one of its frames."""
    frames, paint, file = list(frames_of(data, step)), _Painter(data, title).paint, BytesIO()
    colourful = max(frames, key=lambda frame: (frame["winner"] is not None, sum(map(len, frame["plays"]))))
    sample = paint(colourful)
    for place, colour in enumerate((_PAPER, _INK, _GREEN, _EDGE, _FRONT, _BACK, _RED, _WON)):  # a rare one, too
        sample.paste(colour, (0, 8 * place, sample.width, 8 * place + 8))
    palette = sample.quantize(32)
    first, *images = (paint(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    each = min(max(_LENGTH // len(frames), 100), 1000) // 10 * 10  # GIF counts in hundredths of a second
    durations = [_FIRST, *[each] * (len(frames) - 2), _LAST]
    first.save(file, "GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=False)
    return file.getvalue()


class _Painter:
    """Paints the frames of a film, all of one size: on the left a strip for each player, on the right the table."""

    def __init__(self, data: Data, title: str) -> None:
        import matplotlib as mpl  # its fonts have suits, and are the same on every machine

        fonts, self._data, self._title = Path(mpl.get_data_path(), "fonts", "ttf"), data, title
        names = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf")
        self._bold, self._plain = (ImageFont.truetype(str(fonts / name), 13) for name in names)
        self._names = ["★" if name == JOKER else name for name in data["names"]]
        longest = max((self._bold.getlength(name.rstrip(SUITS)) for name in self._names), default=0)
        self._wide = min(max(_NARROWEST, ceil(longest) + 9), 110)
        self._room = _HANDS - (_PILE + 20) * any("piles" in played for played in data["rounds"])
        most = max(len(hand) for state in [data, *data["rounds"]] for hand in state["hands"])
        side_by_side = max(self._room // (self._wide + 3), ceil(most / _MOST_ROWS))  # a rank needs less room
        self._in_a_row = _IN_A_ROW if self._wide == _NARROWEST else min(_IN_A_ROW, side_by_side)
        self._strip = _LABEL + ceil(most / self._in_a_row) * (_HIGH + 4) + 8

    def paint(self, frame: Data) -> Image.Image:
        """Paint one frame."""
        table, bottom = 2 * _MARGIN + _HANDS, _TITLE + len(frame["hands"]) * self._strip
        image = Image.new("RGB", (table + _TABLE + _MARGIN, bottom + _CAPTION), _PAPER)
        self._draw = ImageDraw.Draw(image)
        self._text(_MARGIN, 8, self._title, self._bold, image.width - 2 * _MARGIN)
        self._text(_MARGIN, bottom + 2, frame["caption"], self._plain, image.width - 2 * _MARGIN)
        self._draw.rounded_rectangle((table, _TITLE, table + _TABLE, bottom - 8), 8, _GREEN)
        for player, (hand, pile) in enumerate(zip(frame["hands"], frame["piles"], strict=True)):
            y = _TITLE + player * self._strip + _LABEL
            cards = counted(len(hand) + len(pile), "card") + f", {len(pile)} of them on the pile" * bool(pile)
            self._text(_MARGIN, y - _LABEL, f"{self._data['players'][player]}: {cards}", self._bold, _HANDS)
            self._row([(card, False) for card in reversed(pile)], _MARGIN, y, _PILE)
            for start in range(0, len(hand), self._in_a_row):  # the top card lies on the right, where none covers it
                held = [(card, False) for card in reversed(hand[start : start + self._in_a_row])]
                self._row(held, -_MARGIN - _HANDS, y + start // self._in_a_row * (_HIGH + 4), self._room)
            laid = [(card, down) for play in frame["plays"] for owner, card, down in play if owner == player]
            self._row(laid, table + 10, y, _TABLE - 20, player == frame["winner"])
        return image

    def _row(self, cards: list[tuple[int, bool]], x: float, y: int, room: int, wins: bool = False) -> None:
        """Cards, with whether each lies face down, from x on; or up to -x. If the last one wins, its edge is thick."""
        step = min(self._wide + 3, (room - self._wide) / max(len(cards) - 1, 1))
        left = x if x >= 0 else -x - self._wide - step * (len(cards) - 1)
        for place, (card, down) in enumerate(cards):
            corner, has_won = round(left + place * step), wins and place == len(cards) - 1 and not down
            edge, fill = (_WON if has_won else _EDGE), (_BACK if down else _FRONT)
            self._draw.rounded_rectangle((corner, y, corner + self._wide, y + _HIGH), 4, fill, edge, 1 + 2 * has_won)
            name = "" if down else self._names[card - 1]
            rank, colour = name.rstrip(SUITS), _RED if name.endswith(RED_SUITS) else _INK
            self._text(corner + 2, y + 3, rank, self._bold, self._wide - 5, colour)
            self._text(corner + 2, y + 20, name[len(rank) :], self._plain, self._wide, colour)

    def _text(self, x: int, y: int, text: str, font: ImageFont.FreeTypeFont, room: int, colour: str = _INK) -> None:
        """Write a line of text, cut where its room ends."""
        while font.getlength(text) > room:
            text = f"{text[:-2]}…"
        self._draw.text((x, y), text, colour, font)
