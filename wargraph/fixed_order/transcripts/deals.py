"""Play random deals of the standard deck, one by one: how endless games, and with them symbolic cycles, are met.

On small decks a few deals are enough, and are played by the plain rules, which takes less time than to load a kernel;
others by the kernel of `played_decks.py`.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Deals, Player, Position
from wargraph.core.rules import ReturnOrder, play, turn_winner
from wargraph.fixed_order.transcripts.cycles import SymbolicCycle
from wargraph.fixed_order.transcripts.starts import EndlessStart, as_start
from wargraph.fixed_order.transcripts.walk import is_small_deck

_FIRST_GAMES = 1 << 12
MOST_GAMES = 1 << 26
_SEED = 1
_DECKS = 1 << 10
_MOST_PLAIN = 128
"""Deals that are played plainly before the kernel is called after all."""


def met_cycles(n: int, order: ReturnOrder, deals: Deals) -> Iterator[SymbolicCycle]:
    """The cycles that random play meets, of a mirrored pair the first."""
    met: set[SymbolicCycle] = set()
    splits = _splits(n, deals)
    games = _FIRST_GAMES
    while games <= MOST_GAMES:
        for split in splits:
            for met_deal in endless_deals(n, order, split, games // len(splits), _SEED + games):
                cycle = SymbolicCycle.of(n, order, met_deal.split, met_deal.winners)
                if cycle not in met:
                    met |= {cycle, cycle.swap()}
                    yield cycle
        games *= 4


def some_endless_deal(n: int, order: ReturnOrder, deals: Deals) -> Position | None:
    """The first endless deal that random play meets; None if it meets none for long."""
    met = (
        endless_deal.deal
        for split in _splits(n, deals)
        for endless_deal in endless_deals(n, order, split, MOST_GAMES // n, _SEED)
    )
    deal = next(met, None)
    return None if deal is None else as_start(deal, deals)


def _splits(n: int, deals: Deals) -> list[int]:
    """The splits to deal at random, the even one first."""
    half = (n + 1) // 2
    return [half] if deals is Deals.EVEN else sorted(range(1, n), key=lambda split: abs(split - half))


def endless_deals(n: int, order: ReturnOrder, split: int, games: int, seed: int) -> Iterator[EndlessStart]:
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
    plain = _MOST_PLAIN if is_small_deck(n) else 0
    for decks in _shuffled(n, games, seed):
        yield from _played_plainly(order, split, decks[:plain])
        if plain < len(decks):
            from wargraph.fixed_order.transcripts.played_decks import played

            yield from played(order, split, decks[plain:])
        plain = 0


def _played_plainly(order: ReturnOrder, split: int, decks: NDArray[np.uint8]) -> Iterator[EndlessStart]:
    """The endless ones among some decks: the same as by the kernel."""
    for deck in decks.tolist():
        game = play(Position(deck[:split], deck[split:]), order)
        if game.entry is not None:
            on_cycle = game.positions[game.entry : -1]
            winners = "".join("L" if turn_winner(position) is Player.LEFT else "R" for position in on_cycle)
            yield EndlessStart(game.positions[0], on_cycle[0].split, winners)


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
