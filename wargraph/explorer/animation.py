"""Games as animations, to be sent to a friend: GIF, or MP4 where ffmpeg is installed."""

import shutil
import subprocess  # nosec B404 # see where it is used
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import count
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from wargraph.errors import OutputError, ParameterError, shown
from wargraph.explorer.film import RED_SUITS, SUITS, AnyGame, film
from wargraph.explorer.scene import Data
from wargraph.full_game.hands import JOKER
from wargraph.report.files import check_ending, write_file
from wargraph.report.humanize import counted
from wargraph.report.result import Result

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

ANIMATION_ENDINGS = (".gif", ".mp4")
MOST_BYTES = 5_000_000
"""What a messenger sends without complaint. A longer film leaves rounds out."""

_MOST_FRAMES = 600
_LENGTH = 90_000
_SLOWEST, _FASTEST = 1000, 100
_FIRST, _LAST = 2000, 4000
"""Milliseconds: of the whole film if its frames allow, of a frame, and of the first and the last frame."""

_CARD = (34, 48)
_WIDEST_CARD = 110
_HAND_WIDTH, _PILE_WIDTH, _TABLE_WIDTH = 560, 130, 300
_MARGIN, _LABEL, _TITLE, _CAPTION = 12, 20, 30, 54
_IN_A_ROW = 26
_COLOURS = {
    "paper": "#fbfaf7", "ink": "#1d1f21", "soft": "#5d6166", "table": "#dcebe0", "card": "#ffffff", "edge": "#8a8d91",
    "back": "#9db8cf", "red": "#b3261e", "won": "#0072b2",
}  # fmt: skip


class Frame(NamedTuple):
    """One picture of a film: what everybody holds, what lies on the table, and what is said.

    Attributes
    ----------
    hands, piles
        The cards in each hand, top card first, and those that each player has won and not taken up yet.
    carried
        The cards that lie on the table from earlier rounds.
    plays
        The layers of cards on the table, each of triples of player, card and whether the card lies face down.
    caption
        What happens, in a sentence or two.
    winner
        The player, from 0 on, who takes the cards on the table; None if that is open or nobody does.
    """

    hands: list[list[int]]
    plays: list[list[tuple[int, int, bool]]]
    caption: str
    winner: int | None
    piles: list[list[int]]
    carried: list[int]


def save_film(game: Result, path: str | Path, title: str = "") -> Path:
    """Write a game as an animation, round by round.

    The film shows the hands of all players, the top card on the right, and the cards on the table. It is lighter than
    5 megabytes: of a long game only every second round is shown, or every third, and the film says so. The suits are
    there for the eye; War never looks at them.

    Parameters
    ----------
    game : FullGame, AuctionGame, Game or ContestGame
        The game, as `play_full_game`, `play_auction`, `play` or `play_contest` returns it.
    path : str or Path
        The file. A ``.gif`` file plays everywhere; for an ``.mp4`` file the program ffmpeg must be installed.
    title : str, optional
        The title; by default the rules or players of the game.

    Returns
    -------
    Path
        The path of the file.

    Raises
    ------
    ParameterError
        If `game` is not such a game.
    TooLargeError
        If the game has more than 10,000 rounds.
    OutputError
        If the name has a different ending, ffmpeg is needed and missing, or the file cannot be written. No partly
        written file is left.

    Examples
    --------
    >>> import tempfile
    >>> from wargraph import Position, play, save_film
    >>> path = save_film(play(Position("41|32"), "WL"), f"{tempfile.mkdtemp()}/game.gif")
    >>> path.read_bytes()[:6]
    b'GIF89a'
    """
    if not isinstance(game, AnyGame):
        raise ParameterError(f"{shown(game)} is no game: play(), play_full_game() and play_auction() play one")
    path = check_film_path(path)
    data = film(game)
    encode = _gif if path.suffix.lower() == ".gif" else _mp4
    painter = _Painter(data, title or data["title"])
    step = next(step for step in count(1) if sum(1 for _ in frames_of(data, step)) <= _MOST_FRAMES)
    while True:
        contents = encode(painter, list(frames_of(data, step)))
        if len(contents) <= MOST_BYTES or step > len(data["rounds"]):
            return write_file(path, contents)
        step = max(step + 1, step * len(contents) // MOST_BYTES)


def check_film_path(path: str | Path) -> Path:
    """Check the path of an animation before the game is played; raise an `OutputError` if it cannot be written."""
    path = check_ending(path, "film", ANIMATION_ENDINGS)
    if path.suffix.lower() == ".mp4" and shutil.which("ffmpeg") is None:
        raise OutputError(f"film {str(path)!r} needs the program ffmpeg: install it, or write .gif")
    return path


def frames_of(data: Data, step: int = 1) -> Iterator[Frame]:
    """The frames of a film: the deal; then, in every `step`-th round and the last, each comparison; and the outcome.

    >>> from wargraph import Position, play
    >>> for frame in frames_of(film(play(Position("41|32"), "WL"))):
    ...     print(frame.hands, frame.caption)
    [[4, 1], [3, 2]] The cards are dealt.
    [[1], [2]] Turn 1: the 4 beats the 3; Left takes 2 cards.
    [[4, 3], []] Turn 2: the 2 beats the 1; Right takes 2 cards.
    [[3], [1]] Turn 3: the 4 beats the 2; Left takes 2 cards.
    [[4, 2], []] Turn 4: the 3 beats the 1; Left takes 2 cards.
    [[4, 2, 3, 1], []] Left wins after 4 turns.
    """
    some = "" if step == 1 else f" Of each {step} {data['round']}s one is shown."
    yield _frame(data, f"The cards are dealt.{some}")
    rounds = data["rounds"]
    for place, played in enumerate(rounds):
        if (place + 1) % step and place + 1 < len(rounds):
            continue
        before = _frame(rounds[place - 1] if place else data)
        hands, piles = before.hands, before.piles
        plays = []
        for layer in played["plays"]:
            plays.append(layer)
            for player, card, _ in layer:
                if not hands[player]:
                    hands[player], piles[player] = piles[player], []
                hands[player].remove(card)
            if not all(down for *_, down in layer):  # cards face down wait for those on which they depend
                caption = f"{data['round'].capitalize()} {place + 1:,}: {_layer_text(data, plays, played)}"
                winner = played["winner"] if len(plays) == len(played["plays"]) else None
                now = {"hands": hands, "piles": piles, "table": before.carried}
                yield _frame(now, caption)._replace(plays=list(plays), winner=winner)
    yield _frame(rounds[-1] if rounds else data, f"{data['outcome'][:1].upper()}{data['outcome'][1:]}.")


def _frame(held: Data, caption: str = "") -> Frame:
    """What everybody holds, with nothing new on the table."""
    hands, piles = ([list(cards) for cards in held.get(name, ())] for name in ("hands", "piles"))
    return Frame(hands, [], caption, None, piles or [[] for _ in hands], list(held.get("table", ())))


def _layer_text(data: Data, plays: list[Any], played: Data) -> str:
    """What the topmost layer decides."""
    names, players, winner = data["names"], data["players"], played["winner"]
    if len(plays) < len(played["plays"]):
        return "no card is the highest alone: war!"
    if winner is None:
        return "nobody takes the cards."
    shown = {player: names[card - 1] for player, card, down in plays[-1] if not down}
    others = " and the ".join(name for player, name in shown.items() if player != winner)
    cards = counted(sum(map(len, played["plays"])) + len(played.get("table", ())), "card")
    beats = f"the {shown[winner]} beats the {others}; " if winner in shown and others else ""
    return f"{beats}{players[winner]} takes {cards}."


class _Painter:
    """Draws the frames of one film, all of one size and with the same few colours."""

    def __init__(self, data: Data, title: str) -> None:
        from PIL import ImageFont

        self._data = data
        self._title = title
        fonts = Path(_matplotlib_fonts())
        self._fonts = {
            (name, size): ImageFont.truetype(fonts / f"DejaVuSans{name}.ttf", size)
            for name, size in (("-Bold", 15), ("", 13), ("-Bold", 13), ("-Bold", 11), ("", 9))
        }
        named = [name for name in data["names"] if name[-1] not in SUITS and name != JOKER]
        longest = max((self._fonts["-Bold", 11].getlength(name) for name in named), default=0)
        self._card_width = min(max(_CARD[0], ceil(longest) + 9), _WIDEST_CARD)
        pile_width = _PILE_WIDTH if any("piles" in each for each in data["rounds"]) else 0
        self._hand_width = _HAND_WIDTH - pile_width
        hands = [data["hands"], *(each["hands"] for each in data["rounds"])]
        most = max((len(hand) for each in hands for hand in each), default=0)
        self._rows = max(1, -(-min(most, 2 * _IN_A_ROW) // _IN_A_ROW))
        self._strip = _LABEL + self._rows * (_CARD[1] + 4) + 8
        width = 3 * _MARGIN + _HAND_WIDTH + _TABLE_WIDTH
        height = _TITLE + len(data["players"]) * self._strip + _CAPTION
        self.size = (width + width % 2, height + height % 2)  # films have even sides

    def paint(self, frame: Frame) -> "Image.Image":
        """The picture of a frame."""
        from PIL import Image, ImageDraw

        image = Image.new("RGB", self.size, _COLOURS["paper"])
        draw = ImageDraw.Draw(image)
        self._text(draw, (_MARGIN, 8), self._title, "-Bold", 15, "ink", self.size[0] - 2 * _MARGIN)
        left, bottom = 2 * _MARGIN + _HAND_WIDTH, _TITLE + len(frame.hands) * self._strip
        draw.rounded_rectangle((left, _TITLE, left + _TABLE_WIDTH, bottom - 8), 8, _COLOURS["table"])
        carried = len(frame.carried)
        if carried or not frame.plays:
            are_left = f"{counted(carried, 'card')} carried over" if carried else "No card is on the table."
            self._text(draw, (left + 10, _TITLE + 2), are_left, "", 13, "soft", _TABLE_WIDTH - 20)
        for player, (hand, pile) in enumerate(zip(frame.hands, frame.piles, strict=True)):
            top = _TITLE + player * self._strip
            label = f"{self._data['players'][player]}: {counted(len(hand) + len(pile), 'card')}"
            label += f", {len(pile)} of them on the pile" if pile else ""
            self._text(draw, (_MARGIN, top), label, "-Bold", 13, "ink", _HAND_WIDTH)
            self._row(draw, pile, (_MARGIN + _PILE_WIDTH - 20, top + _LABEL), _PILE_WIDTH - 20, len(pile))
            per_row = max(-(-len(hand) // self._rows), _IN_A_ROW) if len(hand) > _IN_A_ROW else _IN_A_ROW
            self._row(draw, hand, (_MARGIN + _HAND_WIDTH, top + _LABEL), self._hand_width, per_row)
            played = [
                (place, card, down)
                for place, layer in enumerate(frame.plays)
                for owner, card, down in layer
                if owner == player
            ]
            self._table(draw, played, len(frame.plays), (left + 10, top + _LABEL), player == frame.winner)
        self._text(draw, (_MARGIN, bottom + 2), frame.caption, "", 13, "ink", self.size[0] - 2 * _MARGIN)
        return image

    def _row(
        self, draw: "ImageDraw.ImageDraw", cards: Sequence[int], corner: tuple[int, int], width: int, per_row: int
    ) -> None:
        """Cards side by side from a right upper corner on, the top card last, on the right, where none covers it."""
        step = min(self._card_width + 3, (width - self._card_width) / max(min(len(cards), per_row) - 1, 1))
        for place in range(len(cards) - 1, -1, -1):
            row, column = divmod(place, per_row)
            x = corner[0] - self._card_width - round(column * step)
            self._card(draw, (x, corner[1] + row * (_CARD[1] + 4)), cards[place])

    def _table(
        self,
        draw: "ImageDraw.ImageDraw",
        played: Sequence[tuple[int, int, bool]],
        layers: int,
        corner: tuple[int, int],
        is_winner: bool,
    ) -> None:
        """A player's cards on the table, a column for each layer. The card that wins has a thick edge."""
        columns = max(layers, len(played))
        step = min(self._card_width + 5, (_TABLE_WIDTH - 20 - self._card_width) / max(columns - 1, 1))
        for number, (place, card, down) in enumerate(played):
            x = corner[0] + round((place if columns == layers else number) * step)
            self._card(draw, (x, corner[1]), card, down, is_winner and place == layers - 1 and not down)

    def _card(
        self, draw: "ImageDraw.ImageDraw", corner: tuple[int, int], card: int, is_down: bool = False, wins: bool = False
    ) -> None:
        x, y = corner
        fill, edge = _COLOURS["back" if is_down else "card"], _COLOURS["won" if wins else "edge"]
        draw.rounded_rectangle((x, y, x + self._card_width, y + _CARD[1]), 4, fill, edge, 3 if wins else 1)
        if is_down:
            return
        name = self._data["names"][card - 1]
        colour = "red" if name[-1] in RED_SUITS else "ink"
        rank, suit = (name[:-1], name[-1]) if name[-1] in SUITS else (name, "")
        room = self._card_width - 5
        font, size = ("-Bold", 11) if self._fonts["-Bold", 11].getlength(rank) <= room else ("", 9)
        self._text(draw, (x + 4, y + 3), rank, font, size, colour, room)
        if suit:
            self._text(draw, (x + 4, y + 16), suit, "", 13, colour, self._card_width)

    def _text(
        self,
        draw: "ImageDraw.ImageDraw",
        corner: tuple[int, int],
        text: str,
        name: str,
        size: int,
        colour: str,
        room: int,
    ) -> None:
        """A line of text, cut where the room ends."""
        font: ImageFont.FreeTypeFont = self._fonts[name, size]
        if font.getlength(text) > room:
            while text and font.getlength(f"{text}…") > room:
                text = text[:-1]
            text = f"{text}…"
        draw.text(corner, text, _COLOURS[colour], font)


def _matplotlib_fonts() -> str:
    """The folder of the fonts that come with matplotlib: they have suits, and are the same on every machine."""
    import matplotlib as mpl

    return f"{mpl.get_data_path()}/fonts/ttf"


def _durations(frames: Sequence[Frame]) -> list[int]:
    """The milliseconds for which each frame is shown."""
    each = min(max(_LENGTH // len(frames), _FASTEST), _SLOWEST) // 10 * 10  # GIF counts in hundredths of a second
    return [_FIRST, *[each] * (len(frames) - 2), _LAST]


def _gif(painter: _Painter, frames: Sequence[Frame]) -> bytes:
    from PIL import Image

    colourful = max(frames, key=lambda frame: (frame.winner is not None, sum(map(len, frame.plays))))
    palette = painter.paint(colourful).quantize(32)
    images = (painter.paint(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    data = BytesIO()
    first = next(images)
    first.save(data, "GIF", save_all=True, append_images=images, duration=_durations(frames), loop=0, optimize=False)
    return data.getvalue()


def _mp4(painter: _Painter, frames: Sequence[Frame]) -> bytes:
    width, height = painter.size
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "film.mp4")
        command = [
            "ffmpeg", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}",
            "-r", "10", "-i", "-", "-pix_fmt", "yuv420p", "-movflags", "+faststart", str(file),
        ]  # fmt: skip
        # No text of a user is in the command.
        with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # nosec B603
            assert process.stdin is not None  # nosec B101 # it is a pipe
            for frame, milliseconds in zip(frames, _durations(frames), strict=True):
                process.stdin.write(painter.paint(frame).tobytes() * (milliseconds // 100))
            _, errors = process.communicate()
        if process.returncode:
            reason = errors.decode(errors="replace").strip().splitlines() or ["it gives no reason"]
            raise OutputError(f"ffmpeg could not make the film: {reason[-1]}; write .gif instead")
        return file.read_bytes()
