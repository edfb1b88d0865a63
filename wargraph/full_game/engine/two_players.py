"""The kernel that plays turns of two players who put winnings under their hand or on a pile: nearly all turns."""

import numpy as np

from wargraph.compute.kernel import inlined_kernel
from wargraph.compute.rng_kernels import next_below, next_two_below
from wargraph.full_game.engine.rounds import note_wars, play_round
from wargraph.full_game.engine.workspace import (
    ENDLESS,
    HEAD,
    KEPT,
    LAST_WON_FIRST,
    MARK,
    NOBODY,
    ONE,
    PAUSED,
    RING,
    SHUFFLED_PILE,
    TAIL,
    TIED,
    TWO,
    WON,
    WRAP,
    ZERO,
    Holdings,
    is_same_state,
    mix_in,
    turn_over,
)
from wargraph.full_game.tally import Column

_WINNER = int(Column.WINNER)
_NO_SIZE = np.uint64(2**63)
_FIRST, _SECOND, _TWO_PLAYERS, _ONE_WAR = np.int64(0), np.int64(1), np.int64(2), np.int64(1)


@inlined_kernel
def advance_two(which, turn, pause, is_compared, record, rules, game):  # type: ignore[no-untyped-def]  # noqa: C901 (a call would cost as much as a turn)
    """`games._advance` for two players, neither of whom puts winnings on top: with what changes in registers."""
    held = Holdings(game.rings[which], game.ends[which])
    ring, end = held.rings, held.ends
    hand_0, hand_1, sizes_0, sizes_1 = ring[0], ring[1], game.sizes[0], game.sizes[1]
    lead_if_0_wins, is_chance = rules.returned.lead_if_0_wins, rules.returned.draws_chance
    lead_changes = lead_if_0_wins ^ rules.returned.lead_if_1_wins
    pile_0, pile_1 = rules.piles[0], rules.piles[1]
    is_turned = pile_0 == LAST_WON_FIRST or pile_1 == LAST_WON_FIRST
    kept_head = game.ends[KEPT, 0, HEAD]
    kept_size = game.ends[KEPT, 0, TAIL] - kept_head if is_compared else _NO_SIZE
    kept_top = game.rings[KEPT, 0, kept_head & WRAP]
    head_0, tail_0, mark_0, head_1, tail_1, mark_1 = _ends_of_two(end)
    # Plays are put from ring to ring, one after the other: won cards must not run into those drawn.
    cards = tail_0 - head_0 + tail_1 - head_1
    most_plays = np.uint64(RING) - cards if rules.returned.is_by_play else ZERO
    state = game.stream[0]
    ending = PAUSED
    while turn < pause:
        if is_turned:
            if head_0 == mark_0 and pile_0 == LAST_WON_FIRST:
                turn_over(_FIRST, head_0, tail_0, ring)
            if head_1 == mark_1 and pile_1 == LAST_WON_FIRST:
                turn_over(_SECOND, head_1, tail_1, ring)
        # When a hand is empty, and who wins, cannot be foreseen: no branches for that.
        mark_0 = tail_0 if head_0 == mark_0 else mark_0
        mark_1 = tail_1 if head_1 == mark_1 else mark_1
        card_0, card_1 = np.uint64(hand_0[head_0 & WRAP]), np.uint64(hand_1[head_1 & WRAP])
        if card_0 != card_1:
            wins_1 = np.uint64(card_1 > card_0)
            lead = lead_if_0_wins ^ (lead_changes & wins_1)
            if is_chance:
                state, coin = next_below(state, TWO)
                lead ^= coin
            tail = tail_1 if wins_1 else tail_0
            mark = mark_1 if wins_1 else mark_0
            is_mixed = rules.piles[wins_1] == SHUFFLED_PILE
            state = _put_two(card_0, card_1, lead, ring[wins_1], is_mixed, mark, tail, state)
            head_0 += ONE
            head_1 += ONE
            tail_0 += TWO - TWO * wins_1
            tail_1 += TWO * wins_1
        else:
            reach_0 = (mark_0 if pile_0 == LAST_WON_FIRST else tail_0) - head_0
            reach_1 = (mark_1 if pile_1 == LAST_WON_FIRST else tail_1) - head_1
            most = min(most_plays, min(reach_0, reach_1))
            plays, wars = _plays_in_full(hand_0, head_0, hand_1, head_1, most, rules.face_down)
            if plays > 0:
                note_wars(wars, wars, record)
                # Cards from a pile that is not turned follow those of the hand.
                mark_0 = mark_0 if mark_0 - head_0 >= plays else tail_0
                mark_1 = mark_1 if mark_1 - head_1 >= plays else tail_1
                last = plays - ONE
                wins_1 = np.uint64(hand_1[head_1 + last & WRAP] > hand_0[head_0 + last & WRAP])
                tail = tail_1 if wins_1 else tail_0
                mark = mark_1 if wins_1 else mark_0
                is_mixed = rules.piles[wins_1] == SHUFFLED_PILE
                for number in range(plays):
                    play = last - np.uint64(number) if rules.returned.is_backwards else np.uint64(number)
                    card_0, card_1 = np.uint64(hand_0[head_0 + play & WRAP]), np.uint64(hand_1[head_1 + play & WRAP])
                    lead = lead_if_0_wins ^ (lead_changes & np.uint64(card_1 > card_0))
                    state = _put_two(card_0, card_1, lead, ring[wins_1], is_mixed, mark, tail, state)
                    tail += TWO
                head_0 += plays
                head_1 += plays
                tail_0 = tail_0 if wins_1 else tail
                tail_1 = tail if wins_1 else tail_1
            else:
                _put_ends_of_two(end, head_0, tail_0, mark_0, head_1, tail_1, mark_1)
                game.stream[0] = state
                winner = play_round(_TWO_PLAYERS, record, held, rules, game)
                state = game.stream[0]
                head_0, tail_0, mark_0, head_1, tail_1, mark_1 = _ends_of_two(end)
                ending = TIED if winner == NOBODY else PAUSED
        turn += 1
        size_0, size_1 = tail_0 - head_0, tail_1 - head_1
        sizes_0[np.uint64(turn)] = size_0
        sizes_1[np.uint64(turn)] = size_1
        if size_0 == 0 or size_1 == 0:
            if ending != TIED:
                record[_WINNER] = 1 if size_1 == 0 else 2
                ending = WON
            break
        if size_0 == kept_size and (hand_0[head_0 & WRAP] == kept_top or pile_0 == LAST_WON_FIRST):
            _put_ends_of_two(end, head_0, tail_0, mark_0, head_1, tail_1, mark_1)
            if is_same_state(which, KEPT, rules.piles, game.rings, game.ends):
                ending = ENDLESS
                break
    _put_ends_of_two(end, head_0, tail_0, mark_0, head_1, tail_1, mark_1)
    game.stream[0] = state
    return turn, ending


@inlined_kernel
def _ends_of_two(ends):  # type: ignore[no-untyped-def]
    return ends[0, HEAD], ends[0, TAIL], ends[0, MARK], ends[1, HEAD], ends[1, TAIL], ends[1, MARK]


@inlined_kernel
def _put_ends_of_two(ends, head_0, tail_0, mark_0, head_1, tail_1, mark_1):  # type: ignore[no-untyped-def]
    ends[0, HEAD], ends[0, TAIL], ends[0, MARK] = head_0, tail_0, mark_0
    ends[1, HEAD], ends[1, TAIL], ends[1, MARK] = head_1, tail_1, mark_1


@inlined_kernel
def _plays_in_full(hand_0, head_0, hand_1, head_1, most, face_down):  # type: ignore[no-untyped-def]
    """Plays and wars of a round that begins with a tie; no plays if it needs more than `most`.

    Within what both players have left every war rule lays the same cards down.
    """
    step = np.uint64(face_down + 1)
    play, wars = step, _ONE_WAR
    while play < most:
        if hand_0[head_0 + play & WRAP] != hand_1[head_1 + play & WRAP]:
            return play + ONE, wars
        play += step
        wars += 1
    return ZERO, wars


@inlined_kernel
def _put_two(card_0, card_1, lead, ring, is_mixed, mark, tail, state):  # type: ignore[no-untyped-def]
    """Put a card of each of two players under a pile, or mix them in; return the state of the random numbers."""
    first = card_0 + (card_1 - card_0) * lead
    second = card_0 + card_1 - first
    if is_mixed:
        state, place, other = next_two_below(state, tail - mark + ONE, tail - mark + TWO)
        mix_in(first, ring, mark + place, tail)
        mix_in(second, ring, mark + other, tail + ONE)
    else:
        ring[tail & WRAP] = first
        ring[tail + ONE & WRAP] = second
    return state
