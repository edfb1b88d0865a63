"""The kernel that plays one round of any number of players: a comparison with the wars it leads to.

How the cards on the table go back is `rounds.replaced`, by the same data of the rule. A new `CardOrder` needs its lines
in `_return_unit`, and a new `Unit` in `return_table`.
"""

import numpy as np

from wargraph.compute.kernel import inlined_kernel, inner_kernel
from wargraph.compute.rng_kernels import draw_below, next_below
from wargraph.full_game.choices import CardOrder, Measure, Unit
from wargraph.full_game.engine.workspace import (
    COMPARED,
    HEAD,
    LAID,
    NO_ORDER,
    NOBODY,
    NONE,
    ONE,
    TAIL,
    WRAP,
    draw,
    mix_in_won,
    put_on_top,
)
from wargraph.full_game.table import DEPTHS, Column

_MANY, _DEEPEST, _YES, _FIRST = np.int64(1 << 30), np.int64(DEPTHS), np.int64(1), np.int64(0)
_SMALLEST, _LARGEST = int(Measure.SMALLEST), int(Measure.LARGEST)
_WARS, _TURNS, _SHORT, _THREE_WAY, _DOUBLE_THREE_WAY, _TRIPLE_THREE_WAY, _DEPTH = (
    int(column)
    for column in (
        Column.WARS,
        Column.TURNS,
        Column.SHORT_WARS,
        Column.THREE_WAY_WARS,
        Column.DOUBLE_THREE_WAY_WARS,
        Column.TRIPLE_THREE_WAY_WARS,
        Column.SINGLE_WARS,
    )
)


@inlined_kernel
def play_round(players, record, held, rules, game):  # type: ignore[no-untyped-def]
    """Play one round; return the winner or `NOBODY`. Wars are added to the record."""
    plays, comparisons, wars = NONE, NONE, NONE
    three_ways, most_three_ways = NONE, NONE
    winner = last_tied = NOBODY
    while True:
        highest, sharing, last = NONE, NONE, NOBODY
        for player in range(players):
            game.table[plays, player] = 0
            if held.ends[player, HEAD] != held.ends[player, TAIL]:
                draw(player, 1, plays, rules.piles, held, game.table)
                card = np.int64(game.table[plays, player])
                sharing = sharing * np.int64(card <= highest) + np.int64(card >= highest)
                winner = player if card > highest else winner
                last = player if card >= highest else last
                highest = max(card, highest)
        if last == NOBODY:  # nobody is left: the last of the tied players has the table, or nobody
            winner = last_tied if rules.is_last_player else NOBODY
            break
        game.notes[COMPARED, comparisons] = plays
        comparisons += 1
        plays += 1
        if sharing == 1:
            break
        wars += 1
        last_tied = last
        three_ways = (three_ways + 1) * np.int64(sharing >= 3)  # in a row
        most_three_ways = max(most_three_ways, three_ways)
        record[_THREE_WAY] += sharing >= 3
        most = _lay(players, plays - 1, record, held.ends, rules, game)
        for player in range(players):
            laid = game.notes[LAID, player]
            for layer in range(laid, most):
                game.table[plays + layer, player] = 0
            draw(player, laid, plays, rules.piles, held, game.table)
        plays += most
    if wars > 0:
        note_wars(wars, comparisons - _YES, record)
        record[_DOUBLE_THREE_WAY] += most_three_ways >= 2
        record[_TRIPLE_THREE_WAY] += most_three_ways >= 3
    if winner != NOBODY:
        won = held.ends[winner, TAIL]
        return_table(players, plays, comparisons, winner, rules.returned, held, game)
        mix_in_won(winner, won, rules.piles, held.rings, held.ends, game.stream)
        put_on_top(winner, won, rules.piles, held)
    return winner


@inlined_kernel
def _lay(players, play, record, ends, rules, game):  # type: ignore[no-untyped-def]
    """How many cards everyone lays face down after a tied play, as `rounds.face_down`; return the largest number.

    A war with a player who has fewer than m+1 cards left is recorded as short.
    """
    m = rules.face_down
    smallest, largest, is_short = _MANY, NONE, False
    for player in range(players):
        size = np.int64(ends[player, TAIL] - ends[player, HEAD])
        game.notes[LAID, player] = size
        is_short |= (size <= m) & (game.table[play, player] > 0)
        smallest = min(smallest, size if size > 0 else smallest)
        largest = max(largest, size)
    record[_SHORT] += is_short
    # Everyone is held to the same number, or to the size of the own hand, and may have to leave a last card.
    last = np.int64(rules.leaves_last)
    if rules.measure == _SMALLEST:
        m, last = min(m, smallest - last), NONE
    elif rules.measure == _LARGEST:
        m, last = min(m, largest - last), NONE
    most = NONE
    for player in range(players):
        laid = max(min(m, game.notes[LAID, player] - last), NONE)
        game.notes[LAID, player] = laid
        most = max(most, laid)
    return most


@inlined_kernel
def note_wars(wars, more, record):  # type: ignore[no-untyped-def]
    """Add a round with wars to the record; of its turns, only comparisons beyond one a round are counted yet."""
    record[_WARS] += wars
    record[_TURNS] += more
    record[_DEPTH + min(wars, _DEEPEST) - _YES] += 1


@inlined_kernel
def return_table(players, plays, comparisons, winner, returned, held, game):  # type: ignore[no-untyped-def]
    """Put the cards on the table under the winner's pile."""
    tail = held.ends[winner, TAIL]
    order = returned.order
    if returned.tails != NO_ORDER and draw_below(game.stream, 2):
        order = returned.tails
    if returned.unit == Unit.TABLE:  # most rules do so: it is worth its own lines
        tail = _return_unit(players, _FIRST, plays, order, winner, tail, held.rings, game)
    else:
        is_play = returned.unit == Unit.PLAY
        units = plays if is_play else comparisons
        for number in range(units):
            unit = units - 1 - number if returned.is_last_first else number
            is_last = unit == units - 1
            first = unit if is_play else game.notes[COMPARED, unit]
            end = plays if is_last else unit + 1 if is_play else game.notes[COMPARED, unit + 1]
            unit_order = returned.deciding if is_last and returned.deciding != NO_ORDER else order
            tail = _return_unit(players, first, end, unit_order, winner, tail, held.rings, game)
    held.ends[winner, TAIL] = tail


@inlined_kernel
def _return_unit(players, first, end, order, winner, tail, rings, game):  # type: ignore[no-untyped-def]
    """Return the plays of a unit in an order; give the new tail."""
    start = tail
    if order == CardOrder.BY_PLAYER:
        for player in range(players):
            for play in range(first, end):
                tail = _put(game.table[play, player], winner, tail, rings)
    elif order in (CardOrder.WINNER_FIRST, CardOrder.WINNER_LAST):
        for play in range(first, end):
            tail = _return_play(players, play, order, winner, tail, rings, game.table)
    else:
        for number in range(first, end):
            play = first + end - 1 - number if order == CardOrder.BACKWARDS else number
            for place in range(players):
                player = players - 1 - place if order == CardOrder.BACKWARDS else place
                tail = _put(game.table[play, player], winner, tail, rings)
        if order in (CardOrder.ASCENDING, CardOrder.DESCENDING):
            _sort(winner, rings, start, tail, np.int64(order == CardOrder.ASCENDING))
        elif order == CardOrder.RANDOM:
            _shuffle(winner, rings, start, tail, game.stream)
    return tail


@inlined_kernel
def _return_play(players, play, order, winner, tail, rings, table):  # type: ignore[no-untyped-def]
    """Return a play, the winner's card first or last; give the new tail."""
    own = table[play, winner]
    if order == CardOrder.WINNER_FIRST:
        tail = _put(own, winner, tail, rings)
    for player in range(players):
        card = table[play, player]
        rings[winner, tail & WRAP] = card
        tail += np.uint64((card > 0) & (player != winner))
    if order == CardOrder.WINNER_LAST:
        tail = _put(own, winner, tail, rings)
    return tail


@inlined_kernel
def _put(card, winner, tail, rings):  # type: ignore[no-untyped-def]
    """Put a card, or none, under the winner's pile; give the new tail."""
    rings[winner, tail & WRAP] = card
    return tail + np.uint64(card > 0)


@inner_kernel
def _sort(player, rings, start, end, is_ascending):  # type: ignore[no-untyped-def]
    """Insertion sort of a stretch of a ring: it is short."""
    place = start
    while place != end:
        card = rings[player, place & WRAP]
        other = place
        while other != start:
            before = rings[player, other - ONE & WRAP]
            if before <= card if is_ascending else before >= card:
                break
            rings[player, other & WRAP] = before
            other -= ONE
        rings[player, other & WRAP] = card
        place += ONE


@inner_kernel
def _shuffle(player, rings, start, end, stream):  # type: ignore[no-untyped-def]
    state = stream[0]
    left = end - start
    while left > ONE:
        state, drawn = next_below(state, left)
        other = (start + drawn) & WRAP
        card = rings[player, start & WRAP]
        rings[player, start & WRAP] = rings[player, other]
        rings[player, other] = card
        start += ONE
        left -= ONE
    stream[0] = state
