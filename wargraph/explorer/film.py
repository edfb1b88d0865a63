"""The film of a game: an animated GIF to send to a friend."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import count
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wargraph.errors import ParameterError, shown
from wargraph.explorer.game_data import RED_SUITS, SUITS, AnyGame, game_data
from wargraph.explorer.scene import Data
from wargraph.report.files import check_ending, write_file
from wargraph.report.humanize import counted
from wargraph.report.result import Result

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

_MOST_BYTES, _MOST_FRAMES = 5_000_000, 600  # what a messenger sends without complaint
_LENGTH, _FIRST, _LAST = 90_000, 2000, 4000  # milliseconds of the film, and of its first and its last frame
_HANDS, _TABLE, _MARGIN, _TITLE, _LABEL, _CAPTION = 560, 300, 12, 30, 20, 54
_PILE, _HIGH, _IN_A_ROW = 110, 48, 26
_PAPER, _INK, _SOFT, _GREEN, _EDGE = "#fbfaf7", "#1d1f21", "#5d6166", "#dcebe0", "#8a8d91"
_FRONT, _BACK, _RED, _WON = "#ffffff", "#9db8cf", "#b3261e", "#0072b2"


class Frame(NamedTuple):
    """A picture of a film: the cards that each player holds or has won, those on the table, and what happens."""

    hands: list[list[int]]
    piles: list[list[int]]
    carried: list[int]
    caption: str
    plays: Sequence[Sequence[tuple[int, int, bool]]] = ()
    winner: int | None = None


def save_film(game: Result, path: str | Path, title: str = "") -> Path:
    """Write a game as a film, an animated ``.gif`` of at most 5 megabytes, with a title of your own if you like.

    The film shows the hands of all players, the top card on the right, and the cards on the table. Of a long game it
    shows only every second round, or every third, and says so.

    >>> import tempfile
    >>> from wargraph import Position, play, save_film
    >>> path = save_film(play(Position("41|32"), "WL"), f"{tempfile.mkdtemp()}/game.gif")
    >>> path.read_bytes()[:6]
    b'GIF89a'
    """
    if not isinstance(game, AnyGame):
        raise ParameterError(f"{shown(game)} is no game: play(), play_full_game() and play_auction() play one")
    path, data = check_film_path(path), game_data(game)
    step = next(step for step in count(1) if sum(1 for _ in frames_of(data, step)) <= _MOST_FRAMES)
    while len(film := _gif(data, title or data["title"], step)) > _MOST_BYTES and step <= len(data["rounds"]):
        step = max(step + 1, step * len(film) // _MOST_BYTES)
    return write_file(path, film)


def check_film_path(path: str | Path) -> Path:
    """Check the path of a film before the game is played; raise an `OutputError` if it cannot be written."""
    return check_ending(path, "film", (".gif",))


def frames_of(data: Data, step: int = 1) -> Iterator[Frame]:
    """Yield the deal; then, in every `step`-th round and the last, each comparison; and the outcome.

    >>> from wargraph import Position, play
    >>> for frame in frames_of(game_data(play(Position("3|2"), "WL"))):
    ...     print(frame.hands, frame.caption)
    [[3], [2]] The cards are dealt.
    [[], []] Turn 1: the 3 beats the 2; Left takes 2 cards.
    [[3, 2], []] Left wins after 1 turn.
    """
    rounds = data["rounds"]
    some = f" Of each {step} {data['round']}s one is shown." if step > 1 else ""
    yield _held(data, f"The cards are dealt.{some}")
    for number, played in enumerate(rounds, start=1):
        if number % step and number < len(rounds):
            continue
        hands, piles, carried, *_ = _held(rounds[number - 2] if number > 1 else data)
        for layers, layer in enumerate(played["plays"], start=1):
            for player, card, _ in layer:
                if not hands[player]:
                    hands[player], piles[player] = piles[player], []
                hands[player].remove(card)
            if not all(down for *_, down in layer):  # cards face down wait for those on which they depend
                is_last = layers == len(played["plays"])
                what = _decision(data, played) if is_last else "no card is the highest alone: war!"
                now = _held({"hands": hands, "piles": piles, "table": carried}, f"{data['round']} {number:,}: {what}")
                yield now._replace(plays=played["plays"][:layers], winner=played["winner"] if is_last else None)
    yield _held(rounds[-1] if rounds else data, f"{data['outcome']}.")


def _held(held: Data, caption: str = "") -> Frame:
    """What everybody holds, with nothing new on the table."""
    hands = [list(cards) for cards in held["hands"]]
    piles = [list(cards) for cards in held.get("piles", [()] * len(hands))]
    return Frame(hands, piles, list(held.get("table", ())), caption[:1].upper() + caption[1:])


def _decision(data: Data, played: Data) -> str:
    """What the topmost cards on the table decide."""
    winner, faces = played["winner"], {player: card for player, card, down in played["plays"][-1] if not down}
    if winner is None:
        return "nobody takes the cards."
    cards = counted(sum(map(len, played["plays"])) + len(played.get("table", ())), "card")
    others = " and the ".join(data["names"][card - 1] for player, card in faces.items() if player != winner)
    beats = f"the {data['names'][faces[winner] - 1]} beats the {others}; " if winner in faces and others else ""
    return f"{beats}{data['players'][winner]} takes {cards}."


def _gif(data: Data, title: str, step: int) -> bytes:
    """The film that shows every `step`-th round, with the 32 colours of one of its frames."""
    from PIL.Image import Dither

    frames = list(frames_of(data, step))
    paint = _Painter(data, title).paint
    palette = paint(max(frames, key=lambda frame: (frame.winner is not None, sum(map(len, frame.plays))))).quantize(32)
    first, *images = (paint(frame).quantize(palette=palette, dither=Dither.NONE) for frame in frames)
    each = min(max(_LENGTH // len(frames), 100), 1000) // 10 * 10  # GIF counts in hundredths of a second
    film, durations = BytesIO(), [_FIRST, *[each] * (len(frames) - 2), _LAST]
    first.save(film, "GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=False)
    return film.getvalue()


class _Painter:
    """Paints the frames of a film, all of one size: on the left a strip for each player, on the right the table."""

    def __init__(self, data: Data, title: str) -> None:
        import matplotlib as mpl  # its fonts have suits, and are the same on every machine
        from PIL import ImageFont

        self._data, self._title = data, title
        fonts = Path(mpl.get_data_path(), "fonts", "ttf")
        self._bold, self._plain, self._rank = (
            ImageFont.truetype(fonts / f"DejaVuSans{name}.ttf", size)
            for name, size in (("-Bold", 13), ("", 13), ("-Bold", 11))
        )
        longest = max((self._rank.getlength(name.rstrip(SUITS)) for name in data["names"]), default=0)
        self._wide = min(max(34, ceil(longest) + 9), 110)
        states = [data, *data["rounds"]]
        self._hand_room = _HANDS - (_PILE + 20) * any("piles" in state for state in states)
        self._rows = 1 + any(len(hand) > _IN_A_ROW for state in states for hand in state["hands"])
        self._strip = _LABEL + self._rows * (_HIGH + 4) + 8

    def paint(self, frame: Frame) -> "Image":
        """Paint one frame."""
        from PIL import Image, ImageDraw

        left, bottom = 2 * _MARGIN + _HANDS, _TITLE + len(frame.hands) * self._strip
        image = Image.new("RGB", (left + _TABLE + _MARGIN, bottom + _CAPTION), _PAPER)
        self._draw = ImageDraw.Draw(image)
        self._text(_MARGIN, 8, self._title, self._bold, image.width - 2 * _MARGIN)
        self._text(_MARGIN, bottom + 2, frame.caption, self._plain, image.width - 2 * _MARGIN)
        self._draw.rounded_rectangle((left, _TITLE, left + _TABLE, bottom - 8), 8, _GREEN)
        if frame.carried or not frame.plays:
            carried = f"{counted(len(frame.carried), 'card')} carried over"
            lies = carried if frame.carried else "No card is on the table."
            self._text(left + 10, _TITLE + 2, lies, self._plain, _TABLE, _SOFT)
        for player, (hand, pile) in enumerate(zip(frame.hands, frame.piles, strict=True)):
            top = _TITLE + player * self._strip
            label = f"{self._data['players'][player]}: {counted(len(hand) + len(pile), 'card')}"
            label += f", {len(pile)} of them on the pile" if pile else ""
            self._text(_MARGIN, top, label, self._bold, _HANDS)
            self._row(pile, _MARGIN + _PILE, top + _LABEL, _PILE, len(pile))
            self._row(
                hand, _MARGIN + _HANDS, top + _LABEL, self._hand_room, max(_IN_A_ROW, ceil(len(hand) / self._rows))
            )
            laid = [
                (layer, card, down)
                for layer, play in enumerate(frame.plays)
                for owner, card, down in play
                if owner == player
            ]
            step = min(self._wide + 5, (_TABLE - 20 - self._wide) / max(len(frame.plays) - 1, len(laid) - 1, 1))
            for place, (layer, card, down) in enumerate(laid):
                x = left + 10 + round(step * (place if len(laid) > len(frame.plays) else layer))
                wins = player == frame.winner and layer == len(frame.plays) - 1 and not down
                self._card(x, top + _LABEL, card, down, wins)
        return image

    def _row(self, cards: Sequence[int], right: int, top: int, room: int, per_row: int) -> None:
        """Cards side by side, the top card last, on the right, where none covers it."""
        step = min(self._wide + 3, (room - self._wide) / max(min(len(cards), per_row) - 1, 1))
        for place in reversed(range(len(cards))):
            row, column = divmod(place, per_row)
            self._card(right - self._wide - round(column * step), top + row * (_HIGH + 4), cards[place])

    def _card(self, x: int, y: int, card: int, is_down: bool = False, wins: bool = False) -> None:
        fill, edge = _BACK if is_down else _FRONT, _WON if wins else _EDGE
        self._draw.rounded_rectangle((x, y, x + self._wide, y + _HIGH), 4, fill, edge, 3 if wins else 1)
        if not is_down:
            name = self._data["names"][card - 1]
            rank, colour = name.rstrip(SUITS), _RED if name[-1] in RED_SUITS else _INK
            self._text(x + 4, y + 3, rank, self._rank, self._wide - 5, colour)
            self._text(x + 4, y + 16, name[len(rank) :], self._plain, self._wide, colour)

    def _text(self, x: int, y: int, text: str, font: "FreeTypeFont", room: int, colour: str = _INK) -> None:
        """A line of text, cut where its room ends."""
        kept = next(length for length in range(len(text), -1, -1) if font.getlength(text[:length]) <= room)
        self._draw.text((x, y), text if kept == len(text) else f"{text[: kept - 1]}…", colour, font)
