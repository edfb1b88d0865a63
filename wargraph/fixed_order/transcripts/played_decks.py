"""The kernel that plays decks, one by one, and notes the endless games."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel, kernel
from wargraph.core.position import Position
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.transcripts.starts import EndlessStart

_LONGEST_GAME = 1 << 10
_FINITE, _UNDECIDED = 0, -1


class Record(NamedTuple):
    """A game as it was played, and room for one: the cards that each player played, and behind them the hands.

    `splits` are Left's cards before each turn, and `winners` 0 or 1 as Left or Right won it.
    """

    left: NDArray[np.uint8]
    right: NDArray[np.uint8]
    splits: NDArray[np.int64]
    winners: NDArray[np.uint8]


class _Notes(NamedTuple):
    """The endless deals that are met, one after the other: their decks by number, and the rest of an `EndlessStart`."""

    decks: NDArray[np.int64]
    entries: NDArray[np.int64]
    periods: NDArray[np.int64]
    splits: NDArray[np.int64]
    words: NDArray[np.uint8]


def played(order: ReturnOrder, split: int, decks: NDArray[np.uint8]) -> Iterator[EndlessStart]:
    """Deal `split` cards of each deck to Left, play, and give the endless deals."""
    longest, next_deck = _LONGEST_GAME, 0
    while next_deck < len(decks):
        notes, record = _new_notes(len(decks), longest), new_record(decks.shape[1], longest)
        kept, next_deck = _play_decks(order is ReturnOrder.WL, split, next_deck, decks, notes, record)
        for deck, entry, period, left, word in zip(*(column[:kept].tolist() for column in notes), strict=True):
            dealt = decks[deck].tolist()
            winners = "".join("LR"[won] for won in word[:period])
            yield EndlessStart(Position(dealt[:split], dealt[split:]), entry, period, left, winners)
        longest *= 2  # if a game was neither over nor repeated, it is played again


def new_record(n: int, longest: int) -> Record:
    """Room for games of up to `longest` turns with n cards."""
    tapes = np.zeros((2, longest + n + 2), np.uint8)
    return Record(tapes[0], tapes[1], np.zeros(longest + 1, np.int64), np.zeros(longest, np.uint8))


def _new_notes(decks: int, longest: int) -> _Notes:
    entries, periods, splits, numbers = np.zeros((4, decks), np.int64)
    return _Notes(numbers, entries, periods, splits, np.zeros((decks, longest), np.uint8))


@kernel
def play_deal(is_wl, cards, split, record):  # type: ignore[no-untyped-def]
    """Play one deal: (turns, 0) if it ends, (entry, period) if not, (0, -1) if neither is seen as the record is full.

    The positions at turns 0, 1, 3, 7, ... are compared with the later ones up to the next of them (Brent 1980).
    """
    left, right, splits, winners = record
    n = cards.size
    for place in range(split):
        left[place] = cards[place]
    for place in range(split, n):
        right[place - split] = cards[place]
    splits[0] = split
    kept = 0
    for turn in range(winners.size):
        other = n - split
        if split == 0 or other == 0:
            return turn, _FINITE
        if turn > 0 and _is_same(left, right, splits, n, kept, turn):
            period = turn - kept
            entry = kept
            while entry > 0 and _is_same(left, right, splits, n, entry - 1, entry - 1 + period):
                entry -= 1
            return entry, period
        if turn == 2 * kept + 1:
            kept = turn
        x, y = left[turn], right[turn]
        higher, lower = max(x, y), min(x, y)
        first, second = (higher, lower) if is_wl else (lower, higher)
        if x > y:
            winners[turn] = 0
            left[turn + split] = first
            left[turn + split + 1] = second
            split += 1
        else:
            winners[turn] = 1
            right[turn + other] = first
            right[turn + other + 1] = second
            split -= 1
        splits[turn + 1] = split
    return 0, _UNDECIDED


@inner_kernel
def _is_same(left, right, splits, n, earlier, later):  # type: ignore[no-untyped-def]
    split = splits[earlier]
    if splits[later] != split:
        return False
    place = 0
    while place < split and left[earlier + place] == left[later + place]:
        place += 1
    if place < split:
        return False
    place = 0
    while place < n - split and right[earlier + place] == right[later + place]:
        place += 1
    return place == n - split


@kernel
def _play_decks(is_wl, split, first, decks, notes, record):  # type: ignore[no-untyped-def]
    """Play the decks from `first` on; return how many endless deals were noted, and which deck is to be played next.

    That is one whose game was neither over nor repeated, or one behind the last.
    """
    kept = 0
    for number in range(first, decks.shape[0]):
        entry, period = play_deal(is_wl, decks[number], split, record)
        if period == _UNDECIDED:
            return kept, number
        if period != _FINITE:
            notes.decks[kept] = number
            notes.entries[kept] = entry
            notes.periods[kept] = period
            notes.splits[kept] = record.splits[entry]
            for turn in range(period):
                notes.words[kept, turn] = record.winners[entry + turn]
            kept += 1
    return kept, decks.shape[0]
