"""The kernels that play full games by the batch: the same games as `rounds.py`, card for card.

A player's cards lie in a ring of 256 bytes, more than a deck has cards; `ends` has a row for each player: where the
next card is drawn, behind the last card, and where the hand ends and the pile begins (never, for players who have
none). These three only grow, unless winnings go on top of the hand; a place in the ring is their remainder. So a pile
becomes the hand by its mark alone, unless it must be turned over.

Repetition is found with one earlier state, kept at the turns 1, 2, 4, 8, ... (Brent 1980), so it takes no memory. Who
held how many cards after each round is written down: it tells where the first state of the cycle can be at the
earliest, and feeds the statistics.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.endings import Ending
from wargraph.full_game.choices import Pile, Replacement, WarRule
from wargraph.full_game.records import COLUMNS, DEPTHS, ENDINGS, HELD_STEP, Column
from wargraph.full_game.rule_set import RuleSet
from wargraph.kernel import inlined_kernel, inner_kernel, kernel
from wargraph.streams import draw_below, next_below, next_two_below, stream_of_game

_WON, _TIED, _ENDLESS, _CAPPED = (ENDINGS.index(name) for name in Ending)
_PAUSED = -1
_NOBODY = -1

(
    _ENDING,
    _WINNER,
    _ROUNDS,
    _WARS,
    _MORE,
    _SHORT,
    _THREE_WAY,
    _DOUBLE_THREE_WAY,
    _TRIPLE_THREE_WAY,
    _ENTRY,
    _PERIOD,
    _DEPTH,
) = (int(column) for column in Column)
_SHUFFLED_PILE, _TURNED_PILE, _ON_TOP = (list(Pile).index(pile) for pile in (Pile.SHUFFLED, Pile.TURNED, Pile.ON_TOP))
_SHORTEST, _LONGEST, _EACH = (list(WarRule).index(rule) for rule in (WarRule.SHORTEST, WarRule.LONGEST, WarRule.EACH))
(
    _PLAYED,
    _REVERSED,
    _ASCENDING,
    _DESCENDING,
    _ASCENDING_BY_PLAY,
    _DESCENDING_BY_PLAY,
    _TOP_DOWN,
    _WINNER_FIRST,
    _LOSER_FIRST,
    _DECIDING_FIRST,
    _RANDOM_ORDER,
    _IN_RANDOM_ORDER,
) = range(len(Replacement))

# A byte of a place is its place in the ring: the same length for every deck, so that kernels are compiled with it.
_RING = 256
_WRAP = np.uint64(_RING - 1)
_HEAD, _TAIL, _MARK = 0, 1, 2
_NO_MARK = _NO_SIZE = np.uint64(2**63)
_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)

# A kernel is compiled again for each literal it is passed; for values that have a type it is not.
_NONE, _FIRST, _SECOND, _TWO_PLAYERS = np.int64(0), np.int64(0), np.int64(1), np.int64(2)
_NO, _YES, _MANY, _DEEPEST = np.int64(0), np.int64(1), np.int64(1 << 30), np.int64(DEPTHS)


# The parts of `code`: rules first, then where each player puts winnings, then how many cards each gets.
_WAR, _FACE_DOWN, _LAST_PLAYER_WINS, _REPLACEMENT, DEALT_IN_BLOCKS, _DETERMINISTIC, _PILES = range(7)

# The states of `rings` and `ends`: the game's, an earlier one, its start, and one more to look for the entry.
_NOW, _KEPT, _START, _OTHER = map(np.int64, range(4))

# The rows of `notes`, while a round is played: which plays were compared; how many cards each player lays face down;
# the last of the tied players. And a record that nobody reads.
_COMPARED, _LAID, _LAST, _UNUSED = range(4)


class Room(NamedTuple):
    """The arguments of the kernels that play: the rules, and room to play in.

    The table holds the cards of a round: a row for each play, a column for each player, 0 where there is no card. The
    sizes have a row for each player.
    """

    code: NDArray[np.int64]
    rings: NDArray[np.uint8]
    ends: NDArray[np.uint64]
    table: NDArray[np.uint8]
    notes: NDArray[np.int64]
    sizes: NDArray[np.uint8]
    stream: NDArray[np.uint64]


def room_for(rules: RuleSet, cap: int) -> Room:
    """Room for games of up to `cap` rounds: a byte a player and round, but memory is taken only as it is used."""
    code = [
        list(WarRule).index(rules.war),
        rules.face_down,
        rules.nobody_left.how.is_last_player,
        list(Replacement).index(rules.replacement),
        rules.dealing.how.is_in_blocks,
        rules.is_deterministic,
        *(list(Pile).index(pile) for pile in rules.piles),
        *rules.dealt,
    ]
    return Room(
        np.array(code, np.int64),
        np.zeros((4, rules.players, _RING), np.uint8),
        np.zeros((4, rules.players, 3), np.uint64),
        np.zeros((rules.cards + 2, rules.players), np.uint8),
        np.zeros((4, max(rules.cards + 2, COLUMNS)), np.int64),
        np.empty((rules.players, most_played.py_func(rules.is_deterministic, cap) + 1), np.uint8),
        np.zeros(1, np.uint64),
    )


def sorted_deck(rules: RuleSet) -> NDArray[np.uint8]:
    """The deck before it is shuffled, lowest rank first."""
    return np.repeat(np.arange(1, len(rules.deck) + 1, dtype=np.uint8), rules.deck)


@kernel
def shuffle_decks(base, first, deck, decks, streams):  # type: ignore[no-untyped-def]
    """Shuffle a deck for game number `first` and those that follow, one for each row of `decks`.

    `base` is `stream_base(seed)`; `streams` gets the state of each game's random numbers after its shuffle.
    """
    for number in range(decks.shape[0]):
        state = stream_of_game(base, np.uint64(first + number))
        for place in range(deck.size):  # by hand: a copy of an array takes seconds to compile
            decks[number, place] = deck[place]
        for place in range(deck.size - 1):
            state, drawn = next_below(state, deck.size - place)
            other = np.uint64(place) + drawn
            card = decks[number, place]
            decks[number, place] = decks[number, other]
            decks[number, other] = card
        streams[number] = state


@kernel
def play_decks(cap, decks, streams, records, held, code, rings, ends, table, notes, sizes, stream):  # type: ignore[no-untyped-def]
    """Play a game from each deck, with the random numbers of its stream; write its record.

    To `held` is added what `_note_held` says. This is the one kernel with the game in it: it is long to compile.
    """
    for number in range(decks.shape[0]):
        stream[0] = streams[number]
        _deal(number, decks, code, rings, ends)
        _play_game(cap, records[number], code, rings, ends, table, notes, sizes, stream)
        if records[number, _ENDING] == _WON:
            _note_held(records[number, _ROUNDS], records[number, _WINNER] - 1, held, sizes)


@inlined_kernel
def _deal(number, decks, code, rings, ends):  # type: ignore[no-untyped-def]
    """Deal a deck: the game's state becomes its start."""
    players = ends.shape[1]
    start = 0
    for player in range(players):
        size = code[_PILES + players + player]
        dealt, step = (start, 1) if code[DEALT_IN_BLOCKS] else (player, players)
        for place in range(size):
            rings[_NOW, player, place] = decks[number, dealt]
            dealt += step
        start += size
        ends[_NOW, player, _HEAD] = _RING  # winnings on top go in front of it
        ends[_NOW, player, _TAIL] = _RING + size
        pile = code[_PILES + player]
        ends[_NOW, player, _MARK] = _RING + size if pile in (_SHUFFLED_PILE, _TURNED_PILE) else _NO_MARK


@inlined_kernel
def _note_held(rounds, winner, held, sizes):  # type: ignore[no-untyped-def]
    """Add to the rows of `held`, at every `HELD_STEP`-th round: a game, the leader's cards, the later winner's."""
    for point in range(min(rounds // HELD_STEP + 1, held.shape[1])):
        most = _NONE
        for player in range(sizes.shape[0]):
            most = max(most, np.int64(sizes[player, HELD_STEP * point]))
        held[0, point] += 1
        held[1, point] += most
        held[2, point] += sizes[winner, HELD_STEP * point]


@inlined_kernel
def most_played(is_compared, cap):  # type: ignore[no-untyped-def]
    """Rounds to play: a state that first came back within `cap` rounds is noticed by then, if states are compared.

    The kept states are those of the turns 0, 1, 3, 7, ...; one of them is on the cycle, and no nearer to the next one
    than the cycle is long, by turn 2 cap + 1.
    """
    return 3 * cap + 2 if is_compared else cap


@inner_kernel
def _play_game(cap, record, code, rings, ends, table, notes, sizes, stream):  # type: ignore[no-untyped-def]
    """Play the game that was dealt, and write its record, and `sizes` round by round.

    Under rules with chance `stream` gives the random numbers. A game that has neither ended nor come back to an earlier
    state after `cap` rounds is given up. Wars are recorded of games that end.
    """
    is_compared = code[_DETERMINISTIC]
    if is_compared:
        _copy(rings, ends, _NOW, _START)
        _copy(rings, ends, _NOW, _KEPT)
    record[:] = 0
    for player in range(ends.shape[1]):
        sizes[player, 0] = ends[_NOW, player, _TAIL] - ends[_NOW, player, _HEAD]
    turn, kept = _NONE, _NONE
    limit = most_played(is_compared, cap)
    while True:
        pause = min(2 * kept + 1, limit) if is_compared else limit
        turn, ending = _advance(_NOW, turn, pause, is_compared, record, code, rings, ends, table, notes, sizes, stream)
        if ending != _PAUSED:
            break
        if turn == limit:
            break
        _copy(rings, ends, _NOW, _KEPT)
        kept = turn
    if ending == _ENDLESS:
        period = turn - kept
        entry = _entry(kept, period, code, rings, ends, table, notes, sizes, stream)
        turn = entry + period
        record[:] = 0
        record[_PERIOD], record[_ENTRY] = period, entry
    if ending == _PAUSED or turn > cap:
        ending = _CAPPED
        turn = cap
        record[:] = 0
    record[_ENDING] = ending
    record[_ROUNDS] = turn


@inner_kernel
def _entry(turn, period, code, rings, ends, table, notes, sizes, stream):  # type: ignore[no-untyped-def]
    """The first turn whose state comes back after `period` turns, given that the state of `turn` does.

    The game is played again, over the sizes: they are not asked any more.
    """
    while turn > 0 and _is_same_row(sizes, turn - 1, turn - 1 + period):
        turn -= 1
    unused = notes[_UNUSED]
    _copy(rings, ends, _START, _OTHER)
    _advance(_START, _NONE, turn, _NO, unused, code, rings, ends, table, notes, sizes, stream)
    _advance(_OTHER, _NONE, turn + period, _NO, unused, code, rings, ends, table, notes, sizes, stream)
    while not _is_same(_START, _OTHER, code, rings, ends):
        _advance(_START, turn, turn + 1, _NO, unused, code, rings, ends, table, notes, sizes, stream)
        _advance(_OTHER, turn, turn + 1, _NO, unused, code, rings, ends, table, notes, sizes, stream)
        turn += 1
    return turn


@inlined_kernel
def _is_same_row(sizes, first, second):  # type: ignore[no-untyped-def]
    same = True
    for player in range(sizes.shape[0]):
        same &= sizes[player, first] == sizes[player, second]
    return same


@inner_kernel
def _copy(rings, ends, source, target):  # type: ignore[no-untyped-def]
    for player in range(ends.shape[1]):
        for place in range(rings.shape[2]):
            rings[target, player, place] = rings[source, player, place]
        for end in range(3):
            ends[target, player, end] = ends[source, player, end]


@inner_kernel
def _is_same(first, second, code, rings, ends):  # type: ignore[no-untyped-def]
    """Whether two states agree in what decides which cards are drawn."""
    for player in range(ends.shape[1]):
        is_turned = code[_PILES + player] == _TURNED_PILE
        size = ends[first, player, _TAIL] - ends[first, player, _HEAD]
        if ends[second, player, _TAIL] - ends[second, player, _HEAD] != size:
            return False
        if is_turned and _hand_size(first, player, size, ends) != _hand_size(second, player, size, ends):
            return False
    for player in range(ends.shape[1]):
        is_turned = code[_PILES + player] == _TURNED_PILE
        place, step = _first_card(first, player, is_turned, ends)
        other, other_step = _first_card(second, player, is_turned, ends)
        for _ in range(ends[first, player, _TAIL] - ends[first, player, _HEAD]):
            if rings[first, player, place & _WRAP] != rings[second, player, other & _WRAP]:
                return False
            place += step
            other += other_step
    return True


@inlined_kernel
def _hand_size(which, player, size, ends):  # type: ignore[no-untyped-def]
    """Cards before the pile is needed: a pile below an empty hand is the next hand."""
    hand = ends[which, player, _MARK] - ends[which, player, _HEAD]
    return size if hand == 0 else hand


@inlined_kernel
def _first_card(which, player, is_turned, ends):  # type: ignore[no-untyped-def]
    """Where the next card lies, and the step to the one after it: downwards where a pile is about to be turned."""
    head, tail = ends[which, player, _HEAD], ends[which, player, _TAIL]
    if is_turned and head == ends[which, player, _MARK]:
        return tail - _ONE, ~_ZERO
    return head, _ONE


@inner_kernel
def _advance(which, turn, pause, is_compared, record, code, rings, ends, table, notes, sizes, stream):  # type: ignore[no-untyped-def]
    """Play rounds until turn `pause` or the end of the game; return the turn and how the game ended, or `_PAUSED`.

    If `is_compared`, a state equal to the kept one ends the game as endless.
    """
    if ends.shape[1] == 2 and code[_PILES] != _ON_TOP and code[_PILES + 1] != _ON_TOP:
        return _advance_two(which, turn, pause, is_compared, record, code, rings, ends, table, notes, sizes, stream)
    while turn < pause:
        winner = _round(ends.shape[1], record, code, rings[which], ends[which], table, notes, stream)
        turn += 1
        holders = 0
        for player in range(ends.shape[1]):
            size = ends[which, player, _TAIL] - ends[which, player, _HEAD]
            holders += size > 0
            sizes[player, turn] = size
        if winner == _NOBODY:
            return turn, _TIED
        if holders < 2:
            record[_WINNER] = winner + 1
            return turn, _WON
        if is_compared and _is_same(which, _KEPT, code, rings, ends):
            return turn, _ENDLESS
    return turn, _PAUSED


@inner_kernel
def _advance_two(which, turn, pause, is_compared, record, code, rings, ends, table, notes, sizes, stream):  # type: ignore[no-untyped-def]  # noqa: C901 (a call would cost as much as a turn)
    """`_advance` for two players, neither of whom puts winnings on top: with what changes in registers.

    Nearly all rounds are played here.
    """
    ring, end = rings[which], ends[which]
    hand_0, hand_1, sizes_0, sizes_1 = ring[0], ring[1], sizes[0], sizes[1]
    lead_if_0_wins, lead_if_1_wins, is_chance = _leads(code[_REPLACEMENT])
    lead_changes = lead_if_0_wins ^ lead_if_1_wins
    pile_0, pile_1 = code[_PILES], code[_PILES + 1]
    is_turned = pile_0 == _TURNED_PILE or pile_1 == _TURNED_PILE
    kept_head = ends[_KEPT, 0, _HEAD]
    kept_size = ends[_KEPT, 0, _TAIL] - kept_head if is_compared else _NO_SIZE
    kept_top = rings[_KEPT, 0, kept_head & _WRAP]
    head_0, tail_0, mark_0, head_1, tail_1, mark_1 = _ends_of_two(end)
    most_plays = _most_plays(tail_0 - head_0 + tail_1 - head_1, code[_REPLACEMENT])
    state = stream[0]
    ending = _PAUSED
    while turn < pause:
        if is_turned:
            if head_0 == mark_0 and pile_0 == _TURNED_PILE:
                _turn_over(_FIRST, head_0, tail_0, ring)
            if head_1 == mark_1 and pile_1 == _TURNED_PILE:
                _turn_over(_SECOND, head_1, tail_1, ring)
        # When a hand is empty, and who wins, cannot be foreseen: no branches for that.
        mark_0 = tail_0 if head_0 == mark_0 else mark_0
        mark_1 = tail_1 if head_1 == mark_1 else mark_1
        card_0, card_1 = np.uint64(hand_0[head_0 & _WRAP]), np.uint64(hand_1[head_1 & _WRAP])
        if card_0 != card_1:
            wins_1 = np.uint64(card_1 > card_0)
            if is_chance:
                state, lead = next_below(state, _TWO)
                if code[_REPLACEMENT] == _RANDOM_ORDER:
                    lead ^= wins_1
            else:
                lead = lead_if_0_wins ^ (lead_changes & wins_1)
            tail = tail_1 if wins_1 else tail_0
            mark = mark_1 if wins_1 else mark_0
            is_mixed = code[_PILES + wins_1] == _SHUFFLED_PILE
            state = _put_two(card_0, card_1, lead, ring[wins_1], is_mixed, mark, tail, state)
            head_0 += _ONE
            head_1 += _ONE
            tail_0 += _TWO - _TWO * wins_1
            tail_1 += _TWO * wins_1
        else:
            reach_0 = (mark_0 if pile_0 == _TURNED_PILE else tail_0) - head_0
            reach_1 = (mark_1 if pile_1 == _TURNED_PILE else tail_1) - head_1
            most = min(most_plays, min(reach_0, reach_1))
            plays, wars = _plays_in_full(hand_0, head_0, hand_1, head_1, most, code[_FACE_DOWN])
            if plays > 0:
                _note_wars(wars, wars, record)
                # Cards from a pile that is not turned follow those of the hand.
                mark_0 = mark_0 if mark_0 - head_0 >= plays else tail_0
                mark_1 = mark_1 if mark_1 - head_1 >= plays else tail_1
                last = plays - _ONE
                wins_1 = np.uint64(hand_1[head_1 + last & _WRAP] > hand_0[head_0 + last & _WRAP])
                tail = tail_1 if wins_1 else tail_0
                mark = mark_1 if wins_1 else mark_0
                is_mixed = code[_PILES + wins_1] == _SHUFFLED_PILE
                is_backwards = code[_REPLACEMENT] in (_REVERSED, _TOP_DOWN)
                for number in range(plays):
                    play = last - np.uint64(number) if is_backwards else np.uint64(number)
                    card_0, card_1 = np.uint64(hand_0[head_0 + play & _WRAP]), np.uint64(hand_1[head_1 + play & _WRAP])
                    lead = lead_if_0_wins ^ (lead_changes & np.uint64(card_1 > card_0))
                    state = _put_two(card_0, card_1, lead, ring[wins_1], is_mixed, mark, tail, state)
                    tail += _TWO
                head_0 += plays
                head_1 += plays
                tail_0 = tail_0 if wins_1 else tail
                tail_1 = tail if wins_1 else tail_1
            else:
                _put_ends_of_two(end, head_0, tail_0, mark_0, head_1, tail_1, mark_1)
                stream[0] = state
                winner = _round(_TWO_PLAYERS, record, code, ring, end, table, notes, stream)
                state = stream[0]
                head_0, tail_0, mark_0, head_1, tail_1, mark_1 = _ends_of_two(end)
                ending = _TIED if winner == _NOBODY else _PAUSED
        turn += 1
        size_0, size_1 = tail_0 - head_0, tail_1 - head_1
        sizes_0[np.uint64(turn)] = size_0
        sizes_1[np.uint64(turn)] = size_1
        if size_0 == 0 or size_1 == 0:
            if ending != _TIED:
                record[_WINNER] = 1 if size_1 == 0 else 2
                ending = _WON
            break
        if size_0 == kept_size and (hand_0[head_0 & _WRAP] == kept_top or pile_0 == _TURNED_PILE):
            _put_ends_of_two(end, head_0, tail_0, mark_0, head_1, tail_1, mark_1)
            if _is_same(which, _KEPT, code, rings, ends):
                ending = _ENDLESS
                break
    _put_ends_of_two(end, head_0, tail_0, mark_0, head_1, tail_1, mark_1)
    stream[0] = state
    return turn, ending


@inlined_kernel
def _ends_of_two(ends):  # type: ignore[no-untyped-def]
    return ends[0, _HEAD], ends[0, _TAIL], ends[0, _MARK], ends[1, _HEAD], ends[1, _TAIL], ends[1, _MARK]


@inlined_kernel
def _put_ends_of_two(ends, head_0, tail_0, mark_0, head_1, tail_1, mark_1):  # type: ignore[no-untyped-def]
    ends[0, _HEAD], ends[0, _TAIL], ends[0, _MARK] = head_0, tail_0, mark_0
    ends[1, _HEAD], ends[1, _TAIL], ends[1, _MARK] = head_1, tail_1, mark_1


@inlined_kernel
def _most_plays(cards, replacement):  # type: ignore[no-untyped-def]
    """How many plays may be put from ring to ring, one after the other: won cards must not run into those drawn.

    None, if the rules do not return the plays one by one.
    """
    if replacement in (_PLAYED, _REVERSED, _ASCENDING_BY_PLAY, _DESCENDING_BY_PLAY, _TOP_DOWN):
        return np.uint64(_RING) - cards
    return _ZERO


@inlined_kernel
def _plays_in_full(hand_0, head_0, hand_1, head_1, most, face_down):  # type: ignore[no-untyped-def]
    """Plays and wars of a round that begins with a tie; no plays if it needs more than `most`.

    Within what both players have left every war rule lays the same cards down.
    """
    step = np.uint64(face_down + 1)
    play, wars = step, _YES
    while play < most:
        if hand_0[head_0 + play & _WRAP] != hand_1[head_1 + play & _WRAP]:
            return play + _ONE, wars
        play += step
        wars += 1
    return _ZERO, wars


@inlined_kernel
def _put_two(card_0, card_1, lead, ring, is_mixed, mark, tail, state):  # type: ignore[no-untyped-def]
    """Put a card of each of two players under a pile, or mix them in; return the state of the random numbers."""
    first = card_0 + (card_1 - card_0) * lead
    second = card_0 + card_1 - first
    if is_mixed:
        state, place, other = next_two_below(state, tail - mark + _ONE, tail - mark + _TWO)
        _mix_in(first, ring, mark + place, tail)
        _mix_in(second, ring, mark + other, tail + _ONE)
    else:
        ring[tail & _WRAP] = first
        ring[tail + _ONE & _WRAP] = second
    return state


@inlined_kernel
def _note_wars(wars, more, record):  # type: ignore[no-untyped-def]
    """Add a round with wars to the record."""
    record[_WARS] += wars
    record[_MORE] += more
    record[_DEPTH + min(wars, _DEEPEST) - _YES] += 1


@inlined_kernel
def _leads(replacement):  # type: ignore[no-untyped-def]
    """Whose card goes first under the pile in a round without a war: if player 0 wins, if 1 wins; is it chance?"""
    if replacement == _PLAYED:
        return _ZERO, _ZERO, False
    if replacement == _REVERSED:
        return _ONE, _ONE, False
    if replacement in (_ASCENDING, _ASCENDING_BY_PLAY, _LOSER_FIRST):
        return _ONE, _ZERO, False
    return _ZERO, _ONE, replacement in (_RANDOM_ORDER, _IN_RANDOM_ORDER)


@inner_kernel
def _turn_over(player, head, tail, rings):  # type: ignore[no-untyped-def]
    """Turn the pile of winnings over: it becomes the hand."""
    tail -= _ONE
    while np.int64(tail - head) > 0:
        card = rings[player, head & _WRAP]
        rings[player, head & _WRAP] = rings[player, tail & _WRAP]
        rings[player, tail & _WRAP] = card
        head += _ONE
        tail -= _ONE


@inlined_kernel
def _mix_in(card, ring, place, tail):  # type: ignore[no-untyped-def]
    """Put a card at a place of a pile: the one that lies there goes to the end."""
    ring[tail & _WRAP] = ring[place & _WRAP]
    ring[place & _WRAP] = card


@inner_kernel
def _mix_in_won(player, won, code, rings, ends, stream):  # type: ignore[no-untyped-def]
    """If a player's pile is shuffled, mix the cards from `won` on into those before them: `Chance.mix_in`."""
    if code[_PILES + player] != _SHUFFLED_PILE:
        return
    ring, mark, tail = rings[player], ends[player, _MARK], ends[player, _TAIL]
    state = stream[0]
    while won != tail:
        state, place, other = next_two_below(state, won - mark + _ONE, won - mark + _TWO)
        _mix_in(ring[won & _WRAP], ring, mark + place, won)
        won += _ONE
        if won != tail:
            _mix_in(ring[won & _WRAP], ring, mark + other, won)
            won += _ONE
    stream[0] = state


@inlined_kernel
def _put_on_top(player, won, code, rings, ends):  # type: ignore[no-untyped-def]
    """If a player's winnings go on top, move the cards from `won` on there, in their order.

    From the last one on: where the ring is nearly full a card can come to lie where the one after it was.
    """
    if code[_PILES + player] != _ON_TOP:
        return
    head, tail = ends[player, _HEAD], ends[player, _TAIL]
    while tail != won:
        head -= _ONE
        tail -= _ONE
        rings[player, head & _WRAP] = rings[player, tail & _WRAP]
    ends[player, _HEAD], ends[player, _TAIL] = head, tail


@inlined_kernel
def _draw(player, count, play, code, rings, ends, table):  # type: ignore[no-untyped-def]
    """Put cards of a player on the table, one a play from `play` on."""
    head, mark = ends[player, _HEAD], ends[player, _MARK]
    for layer in range(count):
        if head == mark:
            mark = ends[player, _TAIL]
            if code[_PILES + player] == _TURNED_PILE:
                _turn_over(player, head, mark, rings)
            ends[player, _MARK] = mark
        table[play + layer, player] = rings[player, head & _WRAP]
        head += _ONE
    ends[player, _HEAD] = head


@inlined_kernel
def _round(players, record, code, rings, ends, table, notes, stream):  # type: ignore[no-untyped-def]
    """Play one round of any number of players; return the winner or `_NOBODY`. Wars are added to the record."""
    plays, comparisons, wars = _NONE, _NONE, _NONE
    three_ways, most_three_ways = _NONE, _NONE
    winner = _NOBODY
    while True:
        highest, sharing, last = _NONE, _NONE, _NOBODY
        for player in range(players):
            table[plays, player] = 0
            if ends[player, _HEAD] != ends[player, _TAIL]:
                _draw(player, 1, plays, code, rings, ends, table)
                card = np.int64(table[plays, player])
                sharing = sharing * np.int64(card <= highest) + np.int64(card >= highest)
                winner = player if card > highest else winner
                last = player if card >= highest else last
                highest = max(card, highest)
        if last == _NOBODY:  # nobody is left: the last of the tied players has the table, or nobody
            winner = notes[_LAST, 0] if code[_LAST_PLAYER_WINS] else _NOBODY
            break
        notes[_COMPARED, comparisons] = plays
        comparisons += 1
        plays += 1
        if sharing == 1:
            break
        wars += 1
        notes[_LAST, 0] = last
        three_ways = (three_ways + 1) * np.int64(sharing >= 3)  # in a row
        most_three_ways = max(most_three_ways, three_ways)
        record[_THREE_WAY] += sharing >= 3
        most = _lay(players, plays - 1, record, code, ends, table, notes)
        for player in range(players):
            laid = notes[_LAID, player]
            for layer in range(laid, most):
                table[plays + layer, player] = 0
            _draw(player, laid, plays, code, rings, ends, table)
        plays += most
    if wars > 0:
        _note_wars(wars, comparisons - _YES, record)
        record[_DOUBLE_THREE_WAY] += most_three_ways >= 2
        record[_TRIPLE_THREE_WAY] += most_three_ways >= 3
    if winner != _NOBODY:
        won = ends[winner, _TAIL]
        _return(players, plays, comparisons, winner, code[_REPLACEMENT], rings, ends, table, notes, stream)
        _mix_in_won(winner, won, code, rings, ends, stream)
        _put_on_top(winner, won, code, rings, ends)
    return winner


@inlined_kernel
def _lay(players, play, record, code, ends, table, notes):  # type: ignore[no-untyped-def]
    """How many cards everyone lays face down after a tied play; return the largest number.

    A war with a player who has fewer than m+1 cards left is recorded as short.
    """
    m, war = code[_FACE_DOWN], code[_WAR]
    smallest, largest, is_short = _MANY, _NONE, False
    for player in range(players):
        size = np.int64(ends[player, _TAIL] - ends[player, _HEAD])
        notes[_LAID, player] = size
        is_short |= (size <= m) & (table[play, player] > 0)
        smallest = min(smallest, size if size > 0 else smallest)
        largest = max(largest, size)
    record[_SHORT] += is_short
    if war == _SHORTEST:
        m = min(m, smallest - 1)
    elif war == _LONGEST:
        m = min(m, largest - 1)
    most = _NONE
    for player in range(players):
        laid = max(min(m, notes[_LAID, player] - (war == _EACH)), _NONE)
        notes[_LAID, player] = laid
        most = max(most, laid)
    return most


@inlined_kernel
def _return(players, plays, comparisons, winner, replacement, rings, ends, table, notes, stream):  # type: ignore[no-untyped-def]
    """Put the cards on the table under the winner's pile."""
    start = tail = ends[winner, _TAIL]
    if replacement == _RANDOM_ORDER:
        replacement = _LOSER_FIRST if draw_below(stream, 2) else _WINNER_FIRST
    if replacement == _DECIDING_FIRST:
        tail = _return_deciding_first(players, plays, comparisons, winner, rings, tail, table, notes)
    elif replacement in (_WINNER_FIRST, _LOSER_FIRST):
        for play in range(plays):
            tail = _return_play(players, play, winner, replacement == _WINNER_FIRST, rings, tail, table)
    else:
        is_backwards = replacement in (_REVERSED, _TOP_DOWN)
        for number in range(plays):
            play = plays - 1 - number if is_backwards else number
            first = tail
            for place in range(players):
                player = players - 1 - place if is_backwards else place
                card = table[play, player]
                rings[winner, tail & _WRAP] = card
                tail += np.uint64(card > 0)
            if replacement in (_ASCENDING_BY_PLAY, _DESCENDING_BY_PLAY, _TOP_DOWN):
                _sort(winner, rings, first, tail, np.int64(replacement == _ASCENDING_BY_PLAY))
        if replacement in (_ASCENDING, _DESCENDING):
            _sort(winner, rings, start, tail, np.int64(replacement == _ASCENDING))
        elif replacement == _IN_RANDOM_ORDER:
            _shuffle(winner, rings, start, tail, stream)
    ends[winner, _TAIL] = tail


@inlined_kernel
def _return_play(players, play, winner, is_winner_first, rings, tail, table):  # type: ignore[no-untyped-def]
    """Return one play, the winner's card first or last; give the new tail."""
    own = table[play, winner]
    if is_winner_first:
        rings[winner, tail & _WRAP] = own
        tail += np.uint64(own > 0)
    for player in range(players):
        card = table[play, player]
        rings[winner, tail & _WRAP] = card
        tail += np.uint64((card > 0) & (player != winner))
    if not is_winner_first:
        rings[winner, tail & _WRAP] = own
        tail += np.uint64(own > 0)
    return tail


@inner_kernel
def _return_deciding_first(players, plays, comparisons, winner, rings, tail, table, notes):  # type: ignore[no-untyped-def]
    end = notes[_COMPARED, comparisons - 1]
    for play in range(end, plays):
        tail = _return_play(players, play, winner, True, rings, tail, table)
    for war in range(comparisons - 2, -1, -1):
        start = notes[_COMPARED, war]
        for player in range(players):
            for play in range(start, end):
                card = table[play, player]
                rings[winner, tail & _WRAP] = card
                tail += np.uint64(card > 0)
        end = start
    return tail


@inner_kernel
def _sort(player, rings, start, end, is_ascending):  # type: ignore[no-untyped-def]
    """Insertion sort of a stretch of a ring: it is short."""
    place = start
    while place != end:
        card = rings[player, place & _WRAP]
        other = place
        while other != start:
            before = rings[player, other - _ONE & _WRAP]
            if before <= card if is_ascending else before >= card:
                break
            rings[player, other & _WRAP] = before
            other -= _ONE
        rings[player, other & _WRAP] = card
        place += _ONE


@inner_kernel
def _shuffle(player, rings, start, end, stream):  # type: ignore[no-untyped-def]
    state = stream[0]
    left = end - start
    while left > _ONE:
        state, drawn = next_below(state, left)
        other = (start + drawn) & _WRAP
        card = rings[player, start & _WRAP]
        rings[player, start & _WRAP] = rings[player, other]
        rings[player, other] = card
        start += _ONE
        left -= _ONE
    stream[0] = state
