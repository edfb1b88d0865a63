"""The kernels that play whole games, and many of them.

Repetition is found with one earlier state, kept at the turns 1, 2, 4, 8, ... (Brent 1980), so it takes no memory. Who
held how many cards after each round is written down: it tells where the first state of the cycle can be at the
earliest, and feeds the statistics.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inlined_kernel, inner_kernel, kernel, merged_kernel
from wargraph.compute.rng_kernels import next_below, stream_of_game
from wargraph.full_game.engine.rounds import play_round
from wargraph.full_game.engine.two_players import advance_two
from wargraph.full_game.engine.workspace import (
    CAPPED,
    ENDLESS,
    HEAD,
    KEPT,
    LAST_WON_FIRST,
    MARK,
    NO_MARK,
    NOBODY,
    NONE,
    NOW,
    ON_TOP,
    OTHER,
    PAUSED,
    RING,
    SHUFFLED_PILE,
    START,
    TAIL,
    TIED,
    UNUSED,
    WON,
    Holdings,
    copy_state,
    is_same_state,
)
from wargraph.full_game.tally import HELD_STEP, Column

_ENDING, _WINNER, _ROUNDS = int(Column.ENDING), int(Column.WINNER), int(Column.ROUNDS)
_ENTRY, _PERIOD = int(Column.ENTRY), int(Column.PERIOD)
_NO = np.int64(0)


def sorted_cards(counts: Sequence[int]) -> NDArray[np.uint8]:
    """So many cards of each rank, lowest first, as `hands.cards_of`: the deck before it is shuffled."""
    return np.repeat(np.arange(1, len(counts) + 1, dtype=np.uint8), counts)


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
def play_decks(decks, streams, records, held, rules, game):  # type: ignore[no-untyped-def]
    """Play a game from each deck, with the random numbers of its stream; write its record.

    To `held` is added what `_note_held` says. This is the one kernel with the game in it: it is long to compile.
    """
    for number in range(decks.shape[0]):
        game.stream[0] = streams[number]
        _deal(number, decks, rules, game)
        _play_game(records[number], rules, game)
        if records[number, _ENDING] == WON:
            _note_held(records[number, _ROUNDS], records[number, _WINNER] - 1, held, game.sizes)


@inlined_kernel
def _deal(number, decks, rules, game):  # type: ignore[no-untyped-def]
    """Deal a deck: the game's state becomes its start."""
    players = rules.dealt.size
    start = 0
    for player in range(players):
        size = rules.dealt[player]
        dealt, step = (start, 1) if rules.is_in_blocks else (player, players)
        for place in range(size):
            game.rings[NOW, player, place] = decks[number, dealt]
            dealt += step
        start += size
        game.ends[NOW, player, HEAD] = RING  # winnings on top go in front of it
        game.ends[NOW, player, TAIL] = RING + size
        pile = rules.piles[player]
        game.ends[NOW, player, MARK] = RING + size if pile in (SHUFFLED_PILE, LAST_WON_FIRST) else NO_MARK


@inlined_kernel
def _note_held(rounds, winner, held, sizes):  # type: ignore[no-untyped-def]
    """Add to the rows of `held`, at every `HELD_STEP`-th round: a game, the leader's cards, the later winner's."""
    for point in range(min(rounds // HELD_STEP + 1, held.shape[1])):
        most = NONE
        for player in range(sizes.shape[0]):
            most = max(most, np.int64(sizes[player, HELD_STEP * point]))
        held[0, point] += 1
        held[1, point] += most
        held[2, point] += sizes[winner, HELD_STEP * point]


@inner_kernel
def _play_game(record, rules, game):  # type: ignore[no-untyped-def]
    """Play the game that was dealt, and write its record, and the sizes round by round.

    A game that has neither ended nor come back to an earlier state after `cap` rounds is given up. Wars are recorded of
    games that end.
    """
    is_compared = np.int64(rules.is_deterministic)
    if is_compared:
        copy_state(NOW, START, game.rings, game.ends)
        copy_state(NOW, KEPT, game.rings, game.ends)
    _clear(record)
    for player in range(game.ends.shape[1]):
        game.sizes[player, 0] = game.ends[NOW, player, TAIL] - game.ends[NOW, player, HEAD]
    turn, kept = NONE, NONE
    limit = game.sizes.shape[1] - 1
    while True:
        pause = min(2 * kept + 1, limit) if is_compared else limit
        turn, ending = _advance(NOW, turn, pause, is_compared, record, rules, game)
        if ending != PAUSED or turn == limit:
            break
        copy_state(NOW, KEPT, game.rings, game.ends)
        kept = turn
    if ending == ENDLESS:
        period = turn - kept
        entry = _entry(kept, period, rules, game)
        turn = entry + period
        _clear(record)
        record[_PERIOD], record[_ENTRY] = period, entry
    if ending == PAUSED or turn > game.cap:
        ending = CAPPED
        turn = game.cap
        _clear(record)
    record[_ENDING] = ending
    record[_ROUNDS] = turn


@inlined_kernel
def _clear(record):  # type: ignore[no-untyped-def]
    for column in range(record.size):
        record[column] = 0


@inner_kernel
def _advance(which, turn, pause, is_compared, record, rules, game):  # type: ignore[no-untyped-def]
    """Play rounds until turn `pause` or the end of the game; return the turn and how the game ended, or `PAUSED`.

    If `is_compared`, a state equal to the kept one ends the game as endless.
    """
    ends = game.ends[which]
    players = ends.shape[0]
    if players == 2 and rules.piles[0] != ON_TOP and rules.piles[1] != ON_TOP:
        return advance_two(which, turn, pause, is_compared, record, rules, game)
    held = Holdings(game.rings[which], ends)
    while turn < pause:
        winner = play_round(players, record, held, rules, game)
        turn += 1
        holders = 0
        for player in range(players):
            size = ends[player, TAIL] - ends[player, HEAD]
            holders += size > 0
            game.sizes[player, turn] = size
        if winner == NOBODY:
            return turn, TIED
        if holders < 2:
            record[_WINNER] = winner + 1
            return turn, WON
        if is_compared and is_same_state(which, KEPT, rules.piles, game.rings, game.ends):
            return turn, ENDLESS
    return turn, PAUSED


@merged_kernel
def _entry(turn, period, rules, game):  # type: ignore[no-untyped-def]
    """The first turn whose state comes back after `period` turns, given that the state of `turn` does.

    The game is played again, over the sizes: they are not asked any more.
    """
    while turn > 0 and _is_same_row(game.sizes, turn - 1, turn - 1 + period):
        turn -= 1
    unused = game.notes[UNUSED]
    copy_state(START, OTHER, game.rings, game.ends)
    _advance(START, NONE, turn, _NO, unused, rules, game)
    _advance(OTHER, NONE, turn + period, _NO, unused, rules, game)
    while not is_same_state(START, OTHER, rules.piles, game.rings, game.ends):
        _advance(START, turn, turn + 1, _NO, unused, rules, game)
        _advance(OTHER, turn, turn + 1, _NO, unused, rules, game)
        turn += 1
    return turn


@inlined_kernel
def _is_same_row(sizes, first, second):  # type: ignore[no-untyped-def]
    same = True
    for player in range(sizes.shape[0]):
        same &= sizes[player, first] == sizes[player, second]
    return same
