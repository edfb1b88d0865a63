"""What the kernels of full games work with: what the rules say, as numbers, a game in arrays, and its cards.

A player's cards lie in a ring of 256 bytes, more than a deck has cards; `ends` has a row for each player: where the
next card is drawn, behind the last card, and where the hand ends and the pile begins (never, for players who have
none). These three only grow, unless winnings go on top of the hand; a place in the ring is their remainder. So a pile
becomes the hand by its mark alone, unless it must be turned over.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inlined_kernel, inner_kernel
from wargraph.compute.rng_kernels import next_two_below
from wargraph.core.endings import Ending
from wargraph.full_game.choices import Arrangement, CardOrder, NobodyLeft, Pile, Unit
from wargraph.full_game.rounds import ordered
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.table import COLUMNS, ENDINGS

# A byte of a place is its place in the ring: the same length for every deck, so that kernels are compiled with it.
RING = 256
WRAP = np.uint64(RING - 1)
HEAD, TAIL, MARK = 0, 1, 2
NO_MARK = np.uint64(2**63)
ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)

# A kernel is compiled again for each literal it is passed; for values that have a type, as here and below, it is not.
NONE = np.int64(0)

# The states of `rings` and `ends`: the game's, an earlier one, its start, and one more to look for the entry.
NOW, KEPT, START, OTHER = map(np.int64, range(4))

# The rows of `notes`: which plays of a round were compared; how many cards each player lays face down.
COMPARED, LAID = range(2)

# How a game ended, if it did; and that no player won a round.
WON, TIED, ENDLESS, CAPPED = (ENDINGS.index(ending) for ending in Ending)
PAUSED = -1
NOBODY: Any = np.int64(-1)

# Where the rule names no order of the deciding unit, or of tails.
NO_ORDER = -1

SHUFFLED_PILE, LAST_WON_FIRST, ON_TOP = (
    list(Pile).index(pile) for pile in (Pile.SHUFFLED, Pile.LAST_WON_FIRST, Pile.ON_TOP)
)


class Returned(NamedTuple):
    """What a replacement rule does: the `Arrangement` of its entry as numbers, and what that means for two players.

    In a round of two cards the second player's card goes back first if the lead is 1: that is `lead_if_0_wins` or
    `lead_if_1_wins`, or the opposite if a coin falls so. `is_by_play` says that a table of two players goes back one
    play after the other, each as if it were all, from the last one if `is_backwards`.
    """

    unit: int
    order: int
    is_last_first: bool
    deciding: int
    tails: int
    draws_chance: bool
    lead_if_0_wins: np.uint64
    lead_if_1_wins: np.uint64
    is_by_play: bool
    is_backwards: bool


class Rules(NamedTuple):
    """What the rules say, as numbers. `piles` and `dealt` have a place for each player."""

    is_in_blocks: bool
    face_down: int
    measure: int
    leaves_last: bool
    is_last_player: bool
    is_deterministic: bool
    turns_a_comparison: int
    turns_of_last_round: int
    piles: NDArray[np.int64]
    dealt: NDArray[np.int64]
    returned: Returned


class Workspace(NamedTuple):
    """A game, and earlier states of it.

    `rings` and `ends` are those of four states. The `table` holds the cards of a round: a row for each play, a column
    for each player, 0 where there is no card. The `sizes` of the hands, round by round, have a row for each player; it
    is as long as games are played. `unused` is a record that nobody reads. `stream` is the state of the random numbers.
    """

    cap: int
    rings: NDArray[np.uint8]
    ends: NDArray[np.uint64]
    table: NDArray[np.uint8]
    notes: NDArray[np.int64]
    unused: NDArray[np.int32]
    sizes: NDArray[np.uint8]
    stream: NDArray[np.uint64]


class Holdings(NamedTuple):
    """What the players hold in one state."""

    rings: NDArray[np.uint8]
    ends: NDArray[np.uint64]


def rules_for(rules: RuleSet) -> Rules:
    """The rules as numbers."""
    return Rules(
        is_in_blocks=rules.dealing.how.is_in_blocks,
        face_down=rules.face_down,
        measure=int(rules.war.how.measure),
        leaves_last=rules.war.how.leaves_last,
        is_last_player=rules.nobody_left is NobodyLeft.LAST_PLAYER,
        is_deterministic=rules.is_deterministic,
        turns_a_comparison=rules.counting.how.comparisons,
        turns_of_last_round=rules.counting.how.last,
        piles=np.array([list(Pile).index(pile) for pile in rules.piles], np.int64),
        dealt=np.array(rules.dealt, np.int64),
        returned=returned_as(rules.replacement.how),
    )


def returned_as(how: Arrangement) -> Returned:
    """What a replacement rule does, as numbers."""
    order = how.order if how.deciding is None else how.deciding
    lead_if_0_wins, lead_if_1_wins = (
        np.uint64(ordered([((0, 2 - winner), (1, 1 + winner))], order, winner)[0] == 1 + winner) for winner in range(2)
    )
    orders_by_play: dict[Unit, tuple[CardOrder, ...]] = {
        Unit.TABLE: (CardOrder.PLAYED, CardOrder.BACKWARDS),
        Unit.PLAY: (CardOrder.ASCENDING, CardOrder.DESCENDING),
    }
    is_by_play = how.order in orders_by_play.get(how.unit, ())
    return Returned(
        unit=int(how.unit),
        order=int(how.order),
        is_last_first=how.is_last_first,
        deciding=NO_ORDER if how.deciding is None else int(how.deciding),
        tails=NO_ORDER if how.tails is None else int(how.tails),
        draws_chance=how.draws_chance,
        lead_if_0_wins=lead_if_0_wins,
        lead_if_1_wins=lead_if_1_wins,
        is_by_play=is_by_play and how.deciding is None and how.tails is None,
        is_backwards=how.is_last_first if how.unit is Unit.PLAY else how.order is CardOrder.BACKWARDS,
    )


def workspace_for(rules: RuleSet, cap: int) -> Workspace:
    """What games of up to `cap` rounds need: a byte a player and round, but memory is taken only as it is used.

    Where states are compared, one that first came back within `cap` rounds is noticed later: the kept states are those
    of the turns 0, 1, 3, 7, ...; one of them is on the cycle, and no nearer to the next one than the cycle is long, by
    turn 2 cap + 1.
    """
    played = 3 * cap + 2 if rules.is_deterministic else cap
    return Workspace(
        cap=cap,
        rings=np.zeros((4, rules.players, RING), np.uint8),
        ends=np.zeros((4, rules.players, 3), np.uint64),
        table=np.zeros((rules.cards + 2, rules.players), np.uint8),
        notes=np.zeros((2, rules.cards + 2), np.int64),
        unused=np.zeros(COLUMNS, np.int32),
        sizes=np.empty((rules.players, played + 1), np.uint8),
        stream=np.zeros(1, np.uint64),
    )


@inner_kernel
def copy_state(source, target, rings, ends):  # type: ignore[no-untyped-def]
    """Copy the source state over the target state."""
    for player in range(ends.shape[1]):
        for place in range(rings.shape[2]):
            rings[target, player, place] = rings[source, player, place]
        for end in range(ends.shape[2]):
            ends[target, player, end] = ends[source, player, end]


@inner_kernel
def is_same_state(first, second, piles, rings, ends):  # type: ignore[no-untyped-def]
    """Whether two states agree in what decides which cards are drawn."""
    for player in range(ends.shape[1]):
        size = ends[first, player, TAIL] - ends[first, player, HEAD]
        if ends[second, player, TAIL] - ends[second, player, HEAD] != size:
            return False
        is_turned = piles[player] == LAST_WON_FIRST
        if is_turned and _hand_size(first, player, size, ends) != _hand_size(second, player, size, ends):
            return False
    for player in range(ends.shape[1]):
        is_turned = piles[player] == LAST_WON_FIRST
        place, step = _first_card(first, player, is_turned, ends)
        other, other_step = _first_card(second, player, is_turned, ends)
        for _ in range(ends[first, player, TAIL] - ends[first, player, HEAD]):
            if rings[first, player, place & WRAP] != rings[second, player, other & WRAP]:
                return False
            place += step
            other += other_step
    return True


@inlined_kernel
def _hand_size(which, player, size, ends):  # type: ignore[no-untyped-def]
    """Cards before the pile is needed: a pile below an empty hand is the next hand."""
    hand = ends[which, player, MARK] - ends[which, player, HEAD]
    return size if hand == 0 else hand


@inlined_kernel
def _first_card(which, player, is_turned, ends):  # type: ignore[no-untyped-def]
    """Where the next card lies, and the step to the one after it: downwards where a pile is about to be turned."""
    head, tail = ends[which, player, HEAD], ends[which, player, TAIL]
    if is_turned and head == ends[which, player, MARK]:
        return tail - ONE, ~ZERO
    return head, ONE


@inlined_kernel
def draw(player, count, play, piles, held, table):  # type: ignore[no-untyped-def]
    """Put cards of a player on the table, one a play from `play` on."""
    head, mark = held.ends[player, HEAD], held.ends[player, MARK]
    for layer in range(count):
        if head == mark:
            mark = held.ends[player, TAIL]
            if piles[player] == LAST_WON_FIRST:
                turn_over(player, head, mark, held.rings)
            held.ends[player, MARK] = mark
        table[play + layer, player] = held.rings[player, head & WRAP]
        head += ONE
    held.ends[player, HEAD] = head


@inner_kernel
def turn_over(player, head, tail, rings):  # type: ignore[no-untyped-def]
    """Turn the pile of winnings over: it becomes the hand."""
    tail -= ONE
    while np.int64(tail - head) > 0:
        card = rings[player, head & WRAP]
        rings[player, head & WRAP] = rings[player, tail & WRAP]
        rings[player, tail & WRAP] = card
        head += ONE
        tail -= ONE


@inlined_kernel
def mix_in(card, ring, place, tail):  # type: ignore[no-untyped-def]
    """Put a card at a place of a pile: the one that lies there goes to the end."""
    ring[tail & WRAP] = ring[place & WRAP]
    ring[place & WRAP] = card


@inner_kernel
def mix_in_won(player, won, piles, rings, ends, stream):  # type: ignore[no-untyped-def]
    """If a player's pile is shuffled, mix the cards from `won` on into those before them: `Chance.mix_in`."""
    if piles[player] != SHUFFLED_PILE:
        return
    ring, mark, tail = rings[player], ends[player, MARK], ends[player, TAIL]
    state = stream[0]
    while won != tail:
        state, place, other = next_two_below(state, won - mark + ONE, won - mark + ONE + ONE)
        mix_in(ring[won & WRAP], ring, mark + place, won)
        won += ONE
        if won != tail:
            mix_in(ring[won & WRAP], ring, mark + other, won)
            won += ONE
    stream[0] = state


@inlined_kernel
def put_on_top(player, won, piles, held):  # type: ignore[no-untyped-def]
    """If a player's winnings go on top, move the cards from `won` on there, in their order.

    From the last one on: where the ring is nearly full a card can come to lie where the one after it was.
    """
    if piles[player] != ON_TOP:
        return
    head, tail = held.ends[player, HEAD], held.ends[player, TAIL]
    while tail != won:
        head -= ONE
        tail -= ONE
        held.rings[player, head & WRAP] = held.rings[player, tail & WRAP]
    held.ends[player, HEAD], held.ends[player, TAIL] = head, tail
