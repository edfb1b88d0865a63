"""From a cycle back to a deal: rounds undone by assumption, as far as a deck has cards that fit.

An undone round is a round played backwards. It assumes that its winner had the higher card, which may not contradict
what is known; ranks are asked for only at a deal.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress

from wargraph.full_game.card_names import Hands
from wargraph.partial_orders.known_ranks import Comparison, KnownRanks
from wargraph.partial_orders.packing import UndecidedError
from wargraph.symbolic_cycles.cycle import Labels, SuitedCycle, SymbolicHands, dealt, rounds_of
from wargraph.symbolic_cycles.table_order import TableOrder

MOST_LOOKED_AT = 1 << 11
"""Hands that are looked at on the way back from one cycle."""

MOST_STEPS = 1 << 16
"""In which ranks are looked for: some seconds. Where they are found at all that takes far fewer, as a rule."""


def deal_into(cycle: SuitedCycle, deck: Sequence[int], split: int) -> Hands | None:
    """A deal with so many cards for Left whose game runs into a cycle, in the fewest rounds; None if none is found.

    Only rounds without a draw are undone, no more hands are looked at than `MOST_LOOKED_AT`, and no longer than until a
    search for ranks takes more than `MOST_STEPS`.

    Parameters
    ----------
    cycle
        Where it leads.
    deck
        How many cards there are of each rank.
    split
        How many cards Left gets.

    Examples
    --------
    >>> from wargraph import ReturnOrder
    >>> cycle = SuitedCycle(44, TableOrder(ReturnOrder.WL), 16, "LLLLRRRR")
    >>> deal_into(cycle, [4] * 11, 22) is not None
    True
    """
    with suppress(UndecidedError):
        if cycle.known.ranks_in(deck, MOST_STEPS) is not None:
            for left, right, known in _before(cycle):
                if len(left) == split and (ranks := known.ranks_in(deck, MOST_STEPS)) is not None:
                    return dealt((left, right), ranks)
    return None


def _before(cycle: SuitedCycle) -> Iterator[tuple[Labels, Labels, KnownRanks]]:
    """Hands from which a game runs into a cycle, and what must be known of them; those on the cycle first."""
    winners = rounds_of(cycle.word)
    looked_at = 0
    waiting = deque(((hands, cycle.known), winners[place - 1]) for place, hands in enumerate(cycle.hands))
    while waiting and looked_at < MOST_LOOKED_AT:
        (hands, known), never = waiting.popleft()
        looked_at += 1
        yield (*hands, known)
        for winner in "LR":
            before = _undone(hands, known, winner, cycle.table) if winner != never else None
            if before is not None:
                waiting.append((before, ""))


def _undone(
    hands: SymbolicHands, known: KnownRanks, winner: str, table: TableOrder
) -> tuple[SymbolicHands, KnownRanks] | None:
    """The hands before a round without a draw that `winner` won, and what is known then; None if it cannot be so."""
    left, right = hands
    hand = left if winner == "L" else right
    if len(hand) < 2:
        return None
    high, low = table.order.undone(hand[-2:])
    assumed = known.with_all([Comparison(low, high, True)])
    if assumed is None:
        return None
    if winner == "L":
        return ((high, *left[:-2]), (low, *right)), assumed
    return ((low, *left), (high, *right[:-2])), assumed
