"""The kernel that plays one round of any number of players, and the data that the kernels work on.

**The data.** `Rules` are a `RuleSet` as numbers, and a `Workspace` is a game as arrays. The cards that a player holds
lie in a ring of 256 bytes, more than a deck has cards. Three numbers say where, each of which is the place of a card
once it is reduced modulo 256::

    ring    . . . 7 2 9 9 | 4 4 1 . . .        hand: 7 2 9 9, drawn from the left
                  ^         ^     ^            pile of winnings: 4 4 1
                  HEAD      MARK  TAIL

A card is drawn at `HEAD`, and cards won are put at `TAIL`. For players without a pile, who put winnings into their
hand, `MARK` is a number that is never reached. `WARS_WON`, the fourth number, counts the wars that a player has won, if
the rules ask for it. The cards on the table are the rows of `Workspace.table`, one for each play (a layer of the table)
with a column for each player, and 0 where a player has put no card::

    play        0  1  2  3  4  5  6  7  8
    player 0    7  2  9  9  7  5  5  3  2      0, 4 and 8 are compared: row COMPARED of `notes`
    player 1    7  4  4  1  7  8  2  3  9      two wars with three cards face down, then player 1 wins

**The invariants.** `HEAD <= MARK <= TAIL` for players who have a pile and an unfinished hand, and `TAIL - HEAD` is at
most the number of cards. These numbers only grow, except that cards put on top of a hand lower `HEAD`; that is why they
start at 256 and not at 0. So a pile becomes the hand by moving `MARK` to `TAIL`, and no card is moved, unless the pile
is turned over. Cards set aside for good (`ends=one-pass`) lie behind a `MARK` that does not move. Random numbers are
drawn in the order in which the plain game (`full_game/rounds.py`) draws them, so a seed gives the same game in both.

**Where the time goes.** Two players play nearly all their rounds in `games._advance_two`, and come here only for wars
in which somebody is short of cards, and for goals and piles that are rare. Three and more players play each round here.

**What must stay as it is.** The ring has a fixed length of a power of two, so that a place is one machine instruction
away from its number and kernels are compiled once for all decks. Places are unsigned: numba makes a branch of each
index that could be negative. Constants have a type (`I0`, `U0`): a kernel is compiled again for each literal that it is
passed. `play_round` and what it calls for each card are inlined, since a call costs as much as their work;
`return_table` is called: inlined in its two places it takes a tenth more time to compile, and shorter than it is, LLVM
inlines it and slows the loop of two players by a tenth.

How the cards on the table go back is `rounds.replaced` of the plain game, by the same data of the rule. A new
`CardOrder` needs its lines in `_return_unit`, and a new `Unit` in `return_table`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inlined_kernel, inner_kernel
from wargraph.compute.rng_kernels import draw_below, next_below, next_two_below
from wargraph.full_game.choices import (
    Arrangement,
    CardOrder,
    Fighters,
    Goal,
    Measure,
    NobodyLeft,
    Unit,
    Winnings,
)
from wargraph.full_game.rounds import ordered
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.table import DEPTHS, Column

_MANY, _DEEPEST = np.int64(1 << 30), np.int64(DEPTHS)

# A byte of a place is its place in the ring: the same length for every deck, so that kernels are compiled with it.
RING = 256
WRAP = np.uint64(RING - 1)
HEAD, TAIL, MARK, WARS_WON = range(4)

# A kernel is compiled again for each literal it is passed; for values that have a type, as here and below, it is not.
# Places and cards in registers are unsigned, counts are signed: a sum of the two kinds would become a float.
U0, U1, U2 = np.uint64(0), np.uint64(1), np.uint64(2)
I0, I1, I2 = np.int64(0), np.int64(1), np.int64(2)

# The rows of `notes`: which plays of a round were compared; how many cards each player lays face down, which card each
# compares, and who takes no part in a war.
COMPARED, LAID, SHOWN, IS_OUT = range(4)

# No player won a round.
NOBODY: Any = np.int64(-1)

# Where the rule names no order of the deciding unit, or of tails.
NO_ORDER = -1

SHUFFLED_PILE, LAST_WON_FIRST, ON_TOP, ANYWHERE = (
    list(Winnings).index(pile)
    for pile in (Winnings.SHUFFLED, Winnings.LAST_WON_FIRST, Winnings.ON_TOP, Winnings.ANYWHERE)
)
# Where won cards are never played again.
ASIDE = len(Winnings)

GOALS = list(Goal)
ONE_PASS = GOALS.index(Goal.ONE_PASS)


class Returned(NamedTuple):
    """A replacement rule: the `Arrangement` of its entry as numbers, and what that means for two players.

    In a round of two cards the second player's card goes back first if the lead is 1: that is `lead_if_0_wins` or
    `lead_if_1_wins`, or the opposite if a coin falls so. `is_by_play` says that a table of two players goes back one
    play after the other, each as if it were all, from the last one if `is_backwards`. `is_sorted` says that the higher
    rank leads or follows, whoever wins, and `shuffles_others` that all but the winner's cards, which go first, are
    shuffled.
    """

    unit: int
    order: int
    is_last_first: bool
    deciding: int
    tails: int
    throws_coin: bool
    lead_if_0_wins: np.uint64
    lead_if_1_wins: np.uint64
    is_by_play: bool
    is_backwards: bool
    is_sorted: bool
    shuffles_others: bool


class Rules(NamedTuple):
    """The rules as numbers.

    `winnings` and `dealt` have a place for each player, `face_down` one for each rank, and `beats` a row for each rank,
    with 1 for the ranks that it beats; 0 is no card. `may_recur` says that an earlier state is looked for, and
    `is_plain` that two players play until one holds all cards, with the winnings under the hand or on a pile.
    """

    is_by_relation: bool
    beats: NDArray[np.uint8]
    face_down: NDArray[np.int64]
    is_tied_only: bool
    measure: int
    leaves_last: bool
    last_stays: bool
    is_last_player: bool
    goal: int
    goal_number: int
    may_recur: bool
    is_plain: bool
    turns_a_comparison: int
    turns_of_last_round: int
    winnings: NDArray[np.int64]
    dealt: NDArray[np.int64]
    returned: Returned


class Workspace(NamedTuple):
    """A game, and earlier states of it.

    `rings` and `ends` are those of four states. The `table` holds the cards of a round: a row for each play, a column
    for each player, 0 where there is no card. The `sizes` of the hands, round by round, have a row for each player; it
    is as long as games are played. The players have rows in `dealt`, how many cards of each rank were dealt, and
    are counted in `counts`, for each number of cards or each rank. `unused` is a record that nobody reads. `stream` is
    the state of the random numbers.
    """

    cap: int
    rings: NDArray[np.uint8]
    ends: NDArray[np.uint64]
    table: NDArray[np.uint8]
    notes: NDArray[np.int64]
    unused: NDArray[np.int32]
    sizes: NDArray[np.uint8]
    dealt: NDArray[np.uint8]
    counts: NDArray[np.int64]
    stream: NDArray[np.uint64]


class Holdings(NamedTuple):
    """The cards that the players hold in one state."""

    rings: NDArray[np.uint8]
    ends: NDArray[np.uint64]


def rules_for(rules: RuleSet, dealt: Sequence[int]) -> Rules:
    """Return the rules as numbers, where the players are dealt the given numbers of cards."""
    ranks, goal = len(rules.deck), rules.ends.goal
    beats = np.zeros((ranks + 1, ranks + 1), np.uint8)
    if rules.beats is not None:
        cards = range(1, ranks + 1)
        beats[1:] = [[other == 0 or rules.is_higher(card, other) for other in range(ranks + 1)] for card in cards]
    slow_piles = {Winnings.ON_TOP, Winnings.ANYWHERE}
    return Rules(
        is_by_relation=rules.beats is not None,
        beats=beats,
        face_down=np.array([rules.face_down_for(card) for card in range(ranks + 1)], np.int64),
        is_tied_only=rules.fighters is Fighters.TIED,
        measure=int(rules.war.how.measure),
        leaves_last=rules.war.how.leaves_last,
        last_stays=rules.war.how.last_stays,
        is_last_player=rules.nobody_left is NobodyLeft.LAST_PLAYER and goal is not Goal.ONE_PASS,
        goal=GOALS.index(goal),
        goal_number=rules.ends.number,
        may_recur=rules.is_deterministic and goal is not Goal.ROUNDS,
        is_plain=rules.players == 2 and goal is Goal.ALL_CARDS and slow_piles.isdisjoint(rules.winnings),
        turns_a_comparison=rules.counting.how.comparisons,
        turns_of_last_round=rules.counting.how.last,
        winnings=np.array(
            [ASIDE if goal is Goal.ONE_PASS else list(Winnings).index(pile) for pile in rules.winnings], np.int64
        ),
        dealt=np.array(dealt, np.int64),
        returned=returned_as(rules.replacement.how),
    )


def returned_as(how: Arrangement) -> Returned:
    """Return a replacement rule as numbers."""
    order = how.order if how.deciding is None else how.deciding
    lead_if_0_wins, lead_if_1_wins = (
        np.uint64(ordered([((0, 2 - winner), (1, 1 + winner))], order, winner)[0] == 1 + winner) for winner in range(2)
    )
    by_layer = (CardOrder.PLAYED, CardOrder.BACKWARDS, CardOrder.WINNER_FIRST, CardOrder.WINNER_LAST)
    is_by_play = how.deciding is None and (how.unit is Unit.PLAY or (how.unit is Unit.TABLE and how.order in by_layer))
    shuffles_others = how.order is CardOrder.OTHERS_SHUFFLED
    return Returned(
        unit=int(how.unit),
        order=int(CardOrder.OWN_FIRST if shuffles_others else how.order),
        is_last_first=how.is_last_first,
        deciding=NO_ORDER if how.deciding is None else int(how.deciding),
        tails=NO_ORDER if how.tails is None else int(how.tails),
        throws_coin=how.tails is not None or how.order is CardOrder.RANDOM,
        lead_if_0_wins=lead_if_0_wins,
        lead_if_1_wins=lead_if_1_wins,
        is_by_play=is_by_play,
        is_backwards=how.is_last_first if how.unit is Unit.PLAY else how.order is CardOrder.BACKWARDS,
        is_sorted=order in (CardOrder.ASCENDING, CardOrder.DESCENDING),
        shuffles_others=shuffles_others,
    )


def workspace_for(rules: RuleSet, cap: int) -> Workspace:
    """Return the workspace for games of up to `cap` rounds; its memory is taken only as it is used.

    Where states are compared, one that first came back within `cap` rounds is noticed later: the kept states are those
    of the turns 0, 1, 3, 7, ...; one of them is on the cycle, and no nearer to the next one than the cycle is long, by
    turn 2 cap + 1.
    """
    played = 3 * cap + 2 if rules.is_deterministic else cap
    return Workspace(
        cap=cap,
        rings=np.zeros((4, rules.players, RING), np.uint8),
        ends=np.zeros((4, rules.players, 4), np.uint64),
        table=np.zeros((rules.cards + 2, rules.players), np.uint8),
        notes=np.zeros((4, rules.cards + 2), np.int64),
        unused=np.zeros(len(Column), np.int32),
        sizes=np.empty((rules.players, played + 1), np.uint8),
        dealt=np.zeros((rules.players, len(rules.deck)), np.uint8),
        counts=np.zeros(max(rules.cards + 1, len(rules.deck)), np.int64),
        stream=np.zeros(1, np.uint64),
    )


@inlined_kernel
def play_round(players, record, held, rules, game):  # noqa: C901 (calls cost time)
    """Play one round; return the winner or `NOBODY`. Wars are added to the record."""
    plays, comparisons, wars = I0, I0, I0
    three_ways, most_three_ways = I0, I0
    winner = last_tied = NOBODY
    for player in range(players):
        game.notes[SHOWN, player] = 0
        game.notes[IS_OUT, player] = 0
    while True:
        highest, sharing, last, drawn, m = I0, I0, NOBODY, I0, I0
        for player in range(players):
            game.table[plays, player] = 0
            card = game.notes[SHOWN, player] if rules.last_stays else I0
            if game.notes[IS_OUT, player] == 0 and held.ends[player, HEAD] != hand_end(player, rules, held.ends):
                draw(player, 1, plays, rules.winnings, held, game.table)
                card = np.int64(game.table[plays, player])
                drawn += 1
            game.notes[SHOWN, player] = card
            if card > 0:
                is_higher, is_lower = is_more(card, highest, rules), is_more(highest, card, rules)
                sharing = sharing * np.int64(not is_higher) + np.int64(not is_lower)
                winner = player if is_higher else winner
                last = last if is_lower else player
                highest = card if is_higher else highest
                m = m if is_lower else max(m * np.int64(not is_higher), rules.face_down[card])
        if drawn == 0:  # nobody is left: the last of the tied players has the table, or nobody
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
        record[Column.THREE_WAY_WARS.value] += sharing >= 3
        if rules.is_tied_only:
            for player in range(players):
                if game.notes[SHOWN, player] == 0 or is_more(highest, game.notes[SHOWN, player], rules):
                    game.notes[IS_OUT, player] = 1
                    game.notes[SHOWN, player] = 0
        most = _lay(players, m, record, held.ends, rules, game)
        for player in range(players):
            laid = game.notes[LAID, player]
            for layer in range(laid, most):
                game.table[plays + layer, player] = 0
            draw(player, laid, plays, rules.winnings, held, game.table)
        plays += most
    if wars > 0:
        note_wars(wars, comparisons - I1, record)
        record[Column.DOUBLE_THREE_WAY_WARS.value] += most_three_ways >= 2
        record[Column.TRIPLE_THREE_WAY_WARS.value] += most_three_ways >= 3
    if winner != NOBODY:
        take_table(players, plays, comparisons, winner, rules, held, game)
    return winner


@inlined_kernel
def take_table(players, plays, comparisons, winner, rules, held, game):
    """Put the cards on the table where the winner's winnings go."""
    won = held.ends[winner, TAIL]
    return_table(players, plays, comparisons, winner, rules.returned, held, game)
    mix_in_won(winner, won, rules.winnings, held.rings, held.ends, game.stream)
    put_on_top(winner, won, rules.winnings, held)
    put_anywhere(winner, won, rules.winnings, held, game.stream)


@inlined_kernel
def is_more(card, other, rules):
    """Return whether a card beats another one, or no card."""
    return rules.beats[card, other] != 0 if rules.is_by_relation else card > other


@inlined_kernel
def is_tie(card, other, rules):
    """Return whether neither of two cards beats the other."""
    return rules.beats[card, other] == rules.beats[other, card] if rules.is_by_relation else card == other


@inlined_kernel
def hand_end(player, rules, ends):
    """Return the place behind the last card that a player can play."""
    return ends[player, MARK] if rules.goal == ONE_PASS else ends[player, TAIL]


@inlined_kernel
def _lay(players, m, record, ends, rules, game):
    """Note how many cards everyone lays face down after a tied play; return the largest number.

    A war with a player who has fewer than m+1 cards left is recorded as short.
    """
    smallest, largest, is_short = _MANY, I0, False
    for player in range(players):
        size = np.int64(hand_end(player, rules, ends) - ends[player, HEAD]) * (I1 - game.notes[IS_OUT, player])
        game.notes[LAID, player] = size
        is_short |= (size <= m) & (game.notes[SHOWN, player] > 0)
        smallest = min(smallest, size if size > 0 else smallest)
        largest = max(largest, size)
    record[Column.SHORT_WARS.value] += is_short
    # Everyone is held to the same number, or to the size of the own hand, and may have to leave a last card.
    last = np.int64(rules.leaves_last)
    if rules.measure == Measure.SMALLEST:
        m, last = min(m, smallest - last), I0
    elif rules.measure == Measure.LARGEST:
        m, last = min(m, largest - last), I0
    most = I0
    for player in range(players):
        laid = max(min(m, game.notes[LAID, player] - last), I0)
        game.notes[LAID, player] = laid
        most = max(most, laid)
    return most


@inlined_kernel
def note_wars(wars, more, record):
    """Add a round with wars to the record; of its turns, only comparisons beyond one a round are counted yet."""
    record[Column.WARS.value] += wars
    record[Column.TURNS.value] += more
    record[Column.SINGLE_WARS + min(wars, _DEEPEST) - I1] += 1


@inner_kernel
def return_table(players, plays, comparisons, winner, returned, held, game):
    """Put the cards on the table under the winner's pile."""
    tail = held.ends[winner, TAIL]
    order = returned.order
    if returned.tails != NO_ORDER and draw_below(game.stream, 2):
        order = returned.tails
    if returned.unit == Unit.TABLE:  # most rules do so: it is worth its own lines
        start = tail
        tail = _return_unit(players, I0, plays, order, winner, tail, held.rings, game)
        if returned.shuffles_others:  # the winner's cards lie first
            for play in range(plays):
                start += np.uint64(game.table[play, winner] > 0)
            _shuffle(winner, held.rings, start, tail, game.stream)
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
def _return_unit(players, first, end, order, winner, tail, rings, game):
    """Return the plays of a unit in an order; give the new tail."""
    start = tail
    if order in (CardOrder.BY_PLAYER, CardOrder.OWN_FIRST, CardOrder.OWN_LAST):
        tail = _return_by_player(players, first, end, order, winner, tail, rings, game.table)
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
def _return_by_player(players, first, end, order, winner, tail, rings, table):
    """Return the cards of one player after the other's, the winner's first, last or in turn; give the new tail."""
    own = I0 if order == CardOrder.OWN_FIRST else players if order == CardOrder.OWN_LAST else winner
    for place in range(players + 1):
        others = place - np.int64(place > own)
        player = winner if place == own else others
        if place == own or others != winner:
            for play in range(first, end):
                tail = _put(table[play, player], winner, tail, rings)
    return tail


@inlined_kernel
def _return_play(players, play, order, winner, tail, rings, table):
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
def _put(card, winner, tail, rings):
    """Put a card, or none, under the winner's pile; give the new tail."""
    rings[winner, tail & WRAP] = card
    return tail + np.uint64(card > 0)


@inner_kernel
def _sort(player, rings, start, end, is_ascending):
    """Sort a stretch of a ring by insertion: it is short."""
    place = start
    while place != end:
        card = rings[player, place & WRAP]
        other = place
        while other != start:
            before = rings[player, other - U1 & WRAP]
            if before <= card if is_ascending else before >= card:
                break
            rings[player, other & WRAP] = before
            other -= U1
        rings[player, other & WRAP] = card
        place += U1


@inner_kernel
def _shuffle(player, rings, start, end, stream):
    state = stream[0]
    left = end - start
    while left > U1:
        state, drawn = next_below(state, left)
        other = (start + drawn) & WRAP
        card = rings[player, start & WRAP]
        rings[player, start & WRAP] = rings[player, other]
        rings[player, other] = card
        start += U1
        left -= U1
    stream[0] = state


@inlined_kernel
def draw(player, count, play, piles, held, table):
    """Put cards of a player on the table, one a play from `play` on."""
    head, mark = held.ends[player, HEAD], held.ends[player, MARK]
    for layer in range(count):
        if head == mark:
            mark = held.ends[player, TAIL]
            if piles[player] == LAST_WON_FIRST:
                turn_over(player, head, mark, held.rings)
            held.ends[player, MARK] = mark
        table[play + layer, player] = held.rings[player, head & WRAP]
        head += U1
    held.ends[player, HEAD] = head


@inner_kernel
def turn_over(player, head, tail, rings):
    """Turn the pile of winnings over: it becomes the hand."""
    tail -= U1
    while np.int64(tail - head) > 0:
        card = rings[player, head & WRAP]
        rings[player, head & WRAP] = rings[player, tail & WRAP]
        rings[player, tail & WRAP] = card
        head += U1
        tail -= U1


@inlined_kernel
def mix_in(card, ring, place, tail):
    """Put a card at a place of a pile: the one that lies there goes to the end."""
    ring[tail & WRAP] = ring[place & WRAP]
    ring[place & WRAP] = card


@inner_kernel
def mix_in_won(player, won, piles, rings, ends, stream):
    """Mix the cards from `won` on into those before them, if a player's pile is shuffled: `Chance.mix_in`."""
    if piles[player] != SHUFFLED_PILE:
        return
    ring, mark, tail = rings[player], ends[player, MARK], ends[player, TAIL]
    state = stream[0]
    while won != tail:
        state, place, other = next_two_below(state, won - mark + U1, won - mark + U1 + U1)
        mix_in(ring[won & WRAP], ring, mark + place, won)
        won += U1
        if won != tail:
            mix_in(ring[won & WRAP], ring, mark + other, won)
            won += U1
    stream[0] = state


@inlined_kernel
def put_on_top(player, won, piles, held):
    """Move the cards from `won` on to the top, in their order, if a player's winnings go there.

    From the last one on: where the ring is nearly full a card can come to lie where the one after it was.
    """
    if piles[player] != ON_TOP:
        return
    head, tail = held.ends[player, HEAD], held.ends[player, TAIL]
    while tail != won:
        head -= U1
        tail -= U1
        held.rings[player, head & WRAP] = held.rings[player, tail & WRAP]
    held.ends[player, HEAD], held.ends[player, TAIL] = head, tail


@inner_kernel
def put_anywhere(player, won, piles, held, stream):
    """Put each card from `won` on at a random place of the hand, if a player's winnings go there."""
    if piles[player] != ANYWHERE:
        return
    ring, head, tail = held.rings[player], held.ends[player, HEAD], held.ends[player, TAIL]
    state = stream[0]
    while won != tail:
        card, place = ring[won & WRAP], won
        state, drawn = next_below(state, won - head + U1)
        while place != head + drawn:
            ring[place & WRAP] = ring[place - U1 & WRAP]
            place -= U1
        ring[place & WRAP] = card
        won += U1
    stream[0] = state
