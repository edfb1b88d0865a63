"""The kernel that plays decks, one by one, and notes the endless games."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import kernel
from wargraph.core.position import Position
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.forest.forward import is_same
from wargraph.fixed_order.transcripts.walk import EndlessStart

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


def played(order: ReturnOrder, split: int, decks: NDArray[np.uint8]) -> Iterator[EndlessStart]:
    """Deal `split` cards of each deck to Left, play, and give the endless deals."""
    longest, number = _LONGEST_GAME, 0
    record = new_record(decks.shape[1], longest)
    while number < len(decks):
        number, entry, period = _next_endless(order.is_winner_first, split, number, decks, record)
        if period == _UNDECIDED:  # the game was neither over nor repeated: it is played again
            longest *= 2
            record = new_record(decks.shape[1], longest)
        elif period != _FINITE:
            dealt = decks[number].tolist()
            winners = "".join("LR"[won] for won in record.winners[entry : entry + period].tolist())
            yield EndlessStart(Position(dealt[:split], dealt[split:]), int(record.splits[entry]), winners)
            number += 1


def new_record(n: int, longest: int) -> Record:
    """Room for games of up to `longest` turns with n cards."""
    tapes = np.zeros((2, longest + n + 2), np.uint8)
    return Record(tapes[0], tapes[1], np.zeros(longest + 1, np.int64), np.zeros(longest, np.uint8))


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
        if turn > 0 and is_same(record, kept, splits[kept], turn, split, n):
            period = turn - kept
            entry = kept
            while entry > 0 and is_same(record, entry - 1, splits[entry - 1], turn - 1, splits[turn - 1], n):
                entry, turn = entry - 1, turn - 1
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


@kernel
def _next_endless(is_wl, split, first, decks, record):  # type: ignore[no-untyped-def]
    """Return the first deck from `first` whose game `play_deal` does not see end; or one behind the last."""
    for number in range(first, decks.shape[0]):
        entry, period = play_deal(is_wl, decks[number], split, record)
        if period != _FINITE:
            return number, entry, period
    return decks.shape[0], 0, _FINITE
