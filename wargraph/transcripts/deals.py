"""Play random deals of the standard deck, one by one, with a kernel: how endless games are met."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wargraph.kernel import kernel
from wargraph.position import Position
from wargraph.rules import ReturnOrder

_MOST_KEPT = 1 << 10
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
    rng = np.random.default_rng(seed)
    longest, played = _LONGEST_GAME, 0
    while played < games:
        words = np.zeros((_MOST_KEPT, longest), np.uint8)
        found = np.zeros((_MOST_KEPT, 3), np.int64)
        cards = np.zeros((_MOST_KEPT, n), np.uint8)
        kept, played = _play_random(n, order is ReturnOrder.WL, split, played, games, rng, longest, words, found, cards)
        for place in range(kept):
            entry, period, size = map(int, found[place])
            dealt = cards[place].tolist()
            winners = "".join("LR"[won] for won in words[place, :period].tolist())
            yield EndlessDeal(Position(dealt[:split], dealt[split:]), entry, period, size, winners)
        if kept < _MOST_KEPT and played < games:
            longest *= 2  # a game was neither over nor repeated: the later ones get more room


@kernel
def play_deal(is_wl, cards, split, longest, left, right, splits, winners):  # type: ignore[no-untyped-def]
    """Play one deal: (turns, 0) if it ends, (entry, period) if not, (0, -1) if neither is seen in `longest` turns.

    `left` and `right` get the cards that each player played one after the other, and behind them the hands. The
    positions at turns 0, 1, 3, 7, ... are compared with the later ones up to the next of them (Brent 1980).
    """
    n = cards.size
    left[:split] = cards[:split]
    right[: n - split] = cards[split:]
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


@kernel
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
def _play_random(n, is_wl, split, first, games, rng, longest, words, found, dealt):  # type: ignore[no-untyped-def]
    """Play deals number `first` to `games`; return how many endless ones were kept, and the next deal's number."""
    left = np.zeros(longest + n + 2, np.uint8)
    right = np.zeros(longest + n + 2, np.uint8)
    splits = np.zeros(longest + 1, np.int64)
    winners = np.zeros(longest, np.uint8)
    cards = np.arange(1, n + 1).astype(np.uint8)
    kept = 0
    for game in range(first, games):
        rng.shuffle(cards)
        entry, period = play_deal(is_wl, cards, split, longest, left, right, splits, winners)
        if period == _UNDECIDED:
            return kept, game + 1
        if period != _FINITE:
            found[kept, 0] = entry
            found[kept, 1] = period
            found[kept, 2] = splits[entry]
            words[kept, :period] = winners[entry : entry + period]
            dealt[kept] = cards
            kept += 1
            if kept == words.shape[0]:
                return kept, game + 1
    return kept, games
