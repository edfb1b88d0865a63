"""From a cycle back to a deal: rounds undone by assumption, as far as a deck has cards that fit.

An undone round is a round played backwards. It assumes that its winner had the higher card, which may not contradict
what is known; ranks are asked for only at a deal.
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from wargraph.full_game.card_names import Hands
from wargraph.partial_orders.known_ranks import KnownRanks
from wargraph.partial_orders.packing import UndecidedError
from wargraph.symbolic_cycles.cycle import SuitedCycle, SymbolicHands, compared, dealt, rounds_of
from wargraph.symbolic_cycles.table_order import TableOrder
from wargraph.symbolic_cycles.words import WINNERS

WITH_A_DRAW = (*WINNERS, "=L", "=R")
"""Rounds that are undone, if it is known how the cards of a draw go back."""

MOST_LOOKED_AT = 1 << 14
"""Hands that are looked at on the way back from some cycles."""

MOST_STEPS = 1 << 22
"""In which ranks are looked for: some seconds. Where they are found at all that takes far fewer, as a rule."""


def nearest_deal(cycles: Iterable[SuitedCycle], deck: Sequence[int], split: int) -> tuple[Hands, SuitedCycle] | None:
    """A deal with so many cards for Left that runs into one of some cycles in the fewest rounds, and that cycle.

    None if none is found. No more hands are looked at than `MOST_LOOKED_AT`, and a cycle is given up where a search for
    ranks takes more than `MOST_STEPS`. Rounds with more than one draw are not undone.

    Parameters
    ----------
    cycles
        Where it may lead.
    deck
        How many cards there are of each rank.
    split
        How many cards Left gets.

    Examples
    --------
    >>> from wargraph import ReturnOrder
    >>> cycle = SuitedCycle(44, TableOrder(ReturnOrder.WL), 16, "LLLLRRRR")
    >>> hands, reached = nearest_deal([cycle], [4] * 11, 22)
    >>> [len(hand) for hand in hands], reached == cycle
    ([22, 22], True)
    """
    given_up = set()
    for before in _before(cycles, split):
        if len(before.hands[0]) == split and before.cycle not in given_up:
            try:
                ranks = before.known.ranks_in(deck, MOST_STEPS)
            except UndecidedError:
                given_up.add(before.cycle)
                continue
            if ranks is not None:
                return dealt(before.hands, ranks), before.cycle
    return None


class _Before(NamedTuple):
    """Hands from which a game runs into a cycle.

    Attributes
    ----------
    least
        From a deal to the cycle by way of these hands it takes so many rounds at least.
    left
        How many of these are not undone yet.
    number
        Of hands that are as near the first that were met are looked at first.
    hands, known
        The labels, and what must be known of them.
    played
        The round before on the cycle, if these hands lie there.
    cycle
        Where the game runs.
    """

    least: int
    left: int
    number: int
    hands: SymbolicHands
    known: KnownRanks
    played: str
    cycle: SuitedCycle


def _before(cycles: Iterable[SuitedCycle], split: int) -> Iterator[_Before]:
    """Hands from which a game runs into one of the cycles, those first that may be nearest to a deal."""
    numbers = count()
    waiting: list[_Before] = []

    def wait(undone: int, hands: SymbolicHands, known: KnownRanks, played: str, cycle: SuitedCycle) -> None:
        left = -(-abs(len(hands[0]) - split) // max(map(len, _rounds(cycle))))  # so many cards a round wins at most
        heappush(waiting, _Before(undone + left, left, next(numbers), hands, known, played, cycle))

    for cycle in cycles:
        turns = rounds_of(cycle.word)
        for place, hands in enumerate(cycle.hands):
            wait(0, hands, cycle.known, turns[place - 1], cycle)
    for _ in range(MOST_LOOKED_AT):
        if not waiting:
            return
        here = heappop(waiting)
        yield here
        for played in _rounds(here.cycle):
            found = undone(here.hands, here.known, played, here.cycle.table) if played != here.played else None
            if found is not None:
                wait(here.least - here.left + 1, *found, "", here.cycle)


def _rounds(cycle: SuitedCycle) -> tuple[str, ...]:
    """What can be undone: how the cards of a draw go back is known only of a cycle that has some."""
    return WITH_A_DRAW if "=" in cycle.word else WINNERS


def undone(
    hands: SymbolicHands, known: KnownRanks, played: str, table: TableOrder
) -> tuple[SymbolicHands, KnownRanks] | None:
    """The hands before a round, such as ``=L``, and what is known then; None if it cannot have been played."""
    own, other = hands if played.endswith("L") else hands[::-1]
    kept = len(own) - 2 * len(played)
    if kept < 0:
        return None
    laid = table.undone(own[kept:])
    assumed = known.with_all(compared(laid, table))
    if assumed is None:
        return None
    own, other = (*(card for card, _ in laid), *own[:kept]), (*(card for _, card in laid), *other)
    return ((own, other) if played.endswith("L") else (other, own)), assumed
