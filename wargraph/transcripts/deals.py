"""Play random deals of the standard deck, one by one, with a kernel: how endless games are met."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.kernel import inner_kernel, kernel
from wargraph.position import Position
from wargraph.rules import ReturnOrder

_DECKS = 1 << 10
_LONGEST_GAME = 1 << 10
_FINITE, _UNDECIDED = 0, -1


@dataclass(frozen=True)
class EndlessDeal:
    """A deal whose game never ends.

    Attributes
    ----------
    deal
        The start.
    entry, period
        Turns before the first position of the cycle, and the cycle's length.
    split
        Left's cards in the first position of the cycle.
    winners
        Who wins the turns once round the cycle, ``L`` or ``R`` each.
    """

    deal: Position
    entry: int
    period: int
    split: int
    winners: str


def endless_deals(n: int, order: ReturnOrder, split: int, games: int, seed: int) -> Iterator[EndlessDeal]:
    """Deal at random to `split` cards for Left, play, and give the endless deals.

    Parameters
    ----------
    n, order
        The deck and the return order.
    split
        Left's cards.
    games
        How many deals to play.
    seed
        Of the random deals.
    """
    longest = _LONGEST_GAME
    for decks in _shuffled(n, games, seed):
        played = 0
        while played < len(decks):
            words = np.zeros((len(decks), longest), np.uint8)
            found = np.zeros((len(decks), 4), np.int64)
            kept, played = _play_decks(order is ReturnOrder.WL, split, played, decks, words, found, *_room(n, longest))
            for winners, numbers in zip(words[:kept], found[:kept].tolist(), strict=True):
                deck, entry, period, size = numbers
                dealt = decks[deck].tolist()
                word = "".join("LR"[won] for won in winners[:period].tolist())
                yield EndlessDeal(Position(dealt[:split], dealt[split:]), entry, period, size, word)
            if played < len(decks):  # a game was neither over nor repeated: it is played again
                longest *= 2


def _shuffled(n: int, games: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    """The shuffled decks, some at a time; each is the one before, shuffled."""
    rng = np.random.default_rng(seed)
    cards = np.arange(1, n + 1, dtype=np.uint8)
    for first in range(0, games, _DECKS):
        decks = np.empty((min(_DECKS, games - first), n), np.uint8)
        for deck in decks:
            rng.shuffle(cards)
            deck[:] = cards
        yield decks


@kernel
def play_deal(is_wl, cards, split, longest, left, right, splits, winners):  # type: ignore[no-untyped-def]
    """Play one deal: (turns, 0) if it ends, (entry, period) if not, (0, -1) if neither is seen in `longest` turns.

    `left` and `right` get the cards that each player played one after the other, and behind them the hands. The
    positions at turns 0, 1, 3, 7, ... are compared with the later ones up to the next of them (Brent 1980).
    """
    n = cards.size
    for place in range(split):
        left[place] = cards[place]
    for place in range(split, n):
        right[place - split] = cards[place]
    splits[0] = split
    kept = 0
    for turn in range(longest):
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


def _room(n: int, longest: int) -> tuple[NDArray[Any], ...]:
    """What `play_deal` works in, for games of up to `longest` turns."""
    tapes = np.zeros((2, longest + n + 2), np.uint8)
    return tapes[0], tapes[1], np.zeros(longest + 1, np.int64), np.zeros(longest, np.uint8)


@kernel
def _play_decks(is_wl, split, first, decks, words, found, left, right, splits, winners):  # type: ignore[no-untyped-def]
    """Play the decks from `first` on; return how many endless deals were noted, and which deck is to be played next.

    That is one whose game was neither over nor repeated, or one behind the last.
    """
    kept = 0
    for number in range(first, decks.shape[0]):
        entry, period = play_deal(is_wl, decks[number], split, words.shape[1], left, right, splits, winners)
        if period == _UNDECIDED:
            return kept, number
        if period != _FINITE:
            found[kept, 0] = number
            found[kept, 1] = entry
            found[kept, 2] = period
            found[kept, 3] = splits[entry]
            for turn in range(period):
                words[kept, turn] = winners[entry + turn]
            kept += 1
    return kept, decks.shape[0]
