"""The kernels that deal and play whole games, and many of them.

**The data.** `deal_decks` writes a row for each game: its cards as they are dealt, one hand after the other. From such
rows `play_decks` plays the games, writes the row of each into the table (`table.Column`) and adds the game to `Sums`. A
game is a `Workspace`, described in `engine/rounds.py`. It has room for four states, each with a ring of cards for every
player: `NOW` is the game, `START` its deal, `KEPT` an earlier state, and `OTHER` serves the search below.

**How an endless game is proved.** Without chance, a state that comes back proves it. One earlier state is kept, that of
turn 0, 1, 3, 7, 15, ... (Brent 1980), so memory does not grow with the game::

    turn    0   1   2   3   4   5   6   7   8   9  10  11
    kept    0   1       3               7               a cycle of 4 rounds from turn 5 on:
    state   a   b   c   d   e   f   g   h   i   f   g   h      turn 11 equals the kept turn 7

Then `_preperiod` finds the first state of the cycle, here that of turn 5: the numbers of cards, written down round by
round in `sizes`, rule most turns out, and two copies of the game, one a cycle ahead, play on from there.

**The loops.** `_advance` plays until a given turn. Two players who put their winnings under the hand or on a pile play
in `_advance_two`, whose state is in registers; where it cannot go on it stops, `_advance_one` plays that one round by
the general rules, and it goes on after that::

    play_decks -> _play_game -> _advance -+-> _advance_two    rounds of two cards, and wars that both can finish
                                          +-> _advance_one    any other round: `rounds.play_round`

**The invariants.** At the end of a round all cards are in the rings, `sizes[player, turn]` are the cards of a player,
and the state in `ends` and `stream` is whole: `_advance_two` writes it back from its registers before anything else
reads it. A war that `_advance_two` finishes is one in which both players have all its cards, where every war rule lays
the same cards down. The random numbers are those of the plain game, in the same order.

**Where the time goes.** Of a simulation with 52 cards and two players three quarters is `_advance_two`, at some ten
nanoseconds a round, of which one in seventeen is a war; a sixth are the sums, and a twentieth the deals.

**What must stay as it is.** Who wins a round is a coin toss that the processor cannot foresee, and so is when a hand is
empty: these are sums and selections, as a branch would often be predicted wrongly. Anything else in a round that is the
same for the whole game, such as whether chance or a relation is in the rules, may be a branch. The game is compiled in
one kernel only, `play_decks`, as it takes ten seconds or more; `_advance_one` is called and not merged, since its code
in the loop around `_advance_two` takes registers from it, which costs 5%.
"""

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inlined_kernel, inner_kernel, kernel, merged_kernel
from wargraph.compute.rng_kernels import next_below, next_two_below, stream_of_game
from wargraph.core.endings import Ending
from wargraph.core.rng import stream_base
from wargraph.full_game.choices import Goal
from wargraph.full_game.engine.rounds import (
    ASIDE,
    COMPARED,
    GOALS,
    HEAD,
    I0,
    I1,
    I2,
    LAST_WON_FIRST,
    MARK,
    NOBODY,
    ONE_PASS,
    RING,
    SHUFFLED_PILE,
    TAIL,
    U0,
    U1,
    U2,
    WARS_WON,
    WRAP,
    Holdings,
    hand_end,
    is_more,
    is_tie,
    mix_in,
    note_wars,
    play_round,
    take_table,
    turn_over,
)
from wargraph.full_game.given import Condition
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.table import HELD_STEP, Column

# The states of `rings` and `ends`: the game's, an earlier one, its start, and one more to look for the preperiod.
NOW, KEPT, START, OTHER = map(np.int64, range(4))

_WARS, _ROUNDS = (GOALS.index(goal) for goal in (Goal.WARS, Goal.ROUNDS))
WON, TIED, ENDLESS, CAPPED = (ending.code for ending in Ending)
PAUSED = -1
NO_MARK = np.uint64(2**63)  # a place, or a size, that there is not

_BITS = np.uint64(64)


@kernel
def deal_decks(base, first, cards, shuffled, order, mixed, deck, decks, streams):
    """Deal game number `first` and those that follow it, one for each row of `decks`, hand by hand.

    The kernel of `Condition.hands`. `base` is `stream_base(seed)`. Of the `cards` the first `shuffled` ones are the
    rest of a `Layout`, and the others its given cards; `order` and `mixed` are its own. `deck` is to be overwritten,
    and `streams` gets the state of each game's random numbers after that.
    """
    for number in range(decks.shape[0]):
        state = stream_of_game(base, np.uint64(first + number))
        for place in range(cards.size):  # by hand: a copy of an array takes seconds to compile
            deck[place] = cards[place]
        for place in range(shuffled - 1):
            state, drawn = next_below(state, shuffled - place)
            _swap(deck, place, np.uint64(place) + drawn)
        for place in range(order.size):
            decks[number, place] = deck[order[place]]
        for row in range(mixed.shape[0]):
            place = mixed[row, 0]
            state, drawn = next_below(state, mixed[row, 1] - place)
            _swap(decks[number], place, place + np.int64(drawn))
        streams[number] = state


@inlined_kernel
def _swap(deck, one, other):
    card = deck[one]
    deck[one] = deck[other]
    deck[other] = card


def dealt_decks(
    rules: RuleSet, condition: Condition, seed: int, first: int, games: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Deal the games with consecutive numbers from `first` on; return their hands in a row each, and random numbers."""
    layout = condition.layout(rules)
    cards = np.array((*layout.rest, *layout.given), np.uint8)
    order, mixed = np.array(layout.order, np.int64), np.array(layout.mixed, np.int64).reshape(-1, 2)
    decks, streams = np.empty((games, len(order)), np.uint8), np.empty(games, np.uint64)
    base = np.uint64(stream_base(seed))
    deal_decks(base, first, cards, len(layout.rest), order, mixed, np.empty_like(cards), decks, streams)
    return decks, streams


@kernel
def play_decks(decks, streams, records, sums, rules, game):
    """Play a game from each deck, with the random numbers of its stream; write its record.

    The games are added to the `Sums` if these have places for the numbers of cards. This is the one kernel with the
    game in it: it is long to compile.
    """
    for number in range(decks.shape[0]):
        game.stream[0] = streams[number]
        _deal(number, decks, rules, game)
        _play_game(records[number], rules, game)
        if sums.dealt.size > 0:
            _note_outcome(records[number], sums.outcomes, sums.totals)
            rounds, winner = records[number, Column.ROUNDS.value], records[number, Column.WINNER.value] - I1
            if winner >= 0:
                _note_held(rounds, winner, sums.held, game.sizes)
            _note_reached(rounds, winner, sums, game)
            _note_dealt(decks[number], winner, sums, rules, game.dealt, game.counts)


@inlined_kernel
def _deal(number, decks, rules, game):
    """Deal a deck: the game's state becomes its start."""
    players = rules.dealt.size
    start = 0
    for player in range(players):
        size = rules.dealt[player]
        for place in range(size):
            game.rings[NOW, player, place] = decks[number, start + place]
        start += size
        game.ends[NOW, player, HEAD] = RING  # winnings on top go in front of it
        game.ends[NOW, player, TAIL] = RING + size
        has_mark = rules.winnings[player] in (SHUFFLED_PILE, LAST_WON_FIRST, ASIDE)
        game.ends[NOW, player, MARK] = RING + size if has_mark else NO_MARK
        game.ends[NOW, player, WARS_WON] = 0


@inlined_kernel
def _note_outcome(record, outcomes, totals):
    """Add a game to the sums of its ending and winner and, if it ended, to those of the columns of its record."""
    ending = record[Column.ENDING.value]
    outcomes[ending, record[Column.WINNER.value]] += 1
    if ending in (WON, TIED):
        rounds = np.float64(record[Column.ROUNDS.value])
        for column in range(record.size):
            value = np.float64(record[column])
            totals[0, column] += value > 0
            totals[1, column] += value
            totals[2, column] += value * value
            totals[3, column] += value * rounds


@inlined_kernel
def _note_held(rounds, winner, held, sizes):
    """Add to `held`, at every `HELD_STEP`-th round before the last: a game, the leader's cards, the later winner's."""
    for point in range(min(-(-rounds // HELD_STEP), held.shape[1])):
        most = I0
        for player in range(sizes.shape[0]):
            most = max(most, np.int64(sizes[player, HELD_STEP * point]))
        held[0, point] += 1
        held[1, point] += most
        held[2, point] += sizes[winner, HELD_STEP * point]


@inlined_kernel
def _note_reached(rounds, winner, sums, game):
    """Add a game to the sums of who held how many cards at the end of a round; `winner` is -1 if nobody won.

    The loops become vector instructions, as their numbers have no sign: a place below 0 would count from the end.
    """
    cards, most = np.uint64(sums.led.size), I0
    for first in range(U0, cards, _BITS):  # a bit for each of 64 numbers of cards
        last, winners = min(first + _BITS, cards), U0
        for held in range(first, last):
            game.counts[held] = 0
        for player in range(game.sizes.shape[0]):
            reached = U0
            for turn in range(U1, np.uint64(rounds + 1)):
                bit = np.uint64(game.sizes[player, turn]) - first
                reached |= U1 << bit if bit < _BITS else U0
            for held in range(first, last):
                game.counts[held] += np.int64(reached >> (held - first) & U1)
            winners = reached if player == winner else winners
        for held in range(first, last):
            number, won = game.counts[held], np.int64(winners >> (held - first) & U1)
            most = max(most, np.int64(held) * np.int64(number > won))
            _add_players(number, won, number, sums.reached, held)
    if winner >= 0:
        sums.led[most] += 1


@inlined_kernel
def _note_dealt(deck, winner, sums, rules, dealt, alike):
    """Add a game to the sums of who was dealt which cards; `alike` is to be overwritten."""
    players, ranks = rules.dealt.size, sums.dealt.shape[1]
    start, most, has_most = 0, I0, NOBODY
    dealt[:] = 0
    for player in range(players):
        total = I0
        for place in range(start, start + rules.dealt[player]):
            dealt[player, deck[place] - 1] += 1
            total += deck[place]
        start += rules.dealt[player]
        has_most = player if total > most else NOBODY if total == most else has_most
        most = max(most, total)
    sums.highest_total[0] += has_most != NOBODY
    sums.highest_total[1] += has_most != NOBODY and has_most == winner
    for player in range(players):
        won = np.int64(player == winner)
        for rank in range(ranks):
            alike[rank] = 0
        for other in range(players):
            for rank in range(ranks):
                alike[rank] += dealt[other, rank] == dealt[player, rank]
        for rank in range(ranks):
            _add_players(I1, won, alike[rank], sums.dealt[:, rank], dealt[player, rank])


@inlined_kernel
def _add_players(players, won, number, sums, place):
    """Add `players` of the `number` players of a game, and its winner if among them, to the four sums."""
    sums[0, place] += players
    sums[1, place] += won
    sums[2, place] += players * number
    sums[3, place] += won * number


@merged_kernel
def _play_game(record, rules, game):
    """Play the game that was dealt, and write its record, and the sizes round by round.

    A game that has neither ended nor come back to an earlier state after `cap` rounds is given up. Wars are recorded of
    games that end.
    """
    is_compared = np.int64(rules.may_recur)
    if is_compared:
        copy_state(NOW, START, game.rings, game.ends)
        copy_state(NOW, KEPT, game.rings, game.ends)
    record[:] = 0
    for player in range(game.ends.shape[1]):
        game.sizes[player, 0] = game.ends[NOW, player, TAIL] - game.ends[NOW, player, HEAD]
    turn, kept = I0, I0
    limit = game.sizes.shape[1] - 1
    while True:
        pause = min(2 * kept + 1, limit) if is_compared else limit
        turn, ending = _advance(NOW, turn, pause, is_compared, record, rules, game)
        if ending != PAUSED or turn == limit:
            break
        copy_state(NOW, KEPT, game.rings, game.ends)
        kept = turn
    if ending == ENDLESS:
        cycle_length = turn - kept
        preperiod = _preperiod(kept, cycle_length, rules, game)
        turn = preperiod + cycle_length
        record[:] = 0
        record[Column.CYCLE_LENGTH.value], record[Column.PREPERIOD.value] = cycle_length, preperiod
    if ending == PAUSED or turn > game.cap:
        ending = CAPPED
        turn = game.cap
        record[:] = 0
    record[Column.ENDING.value] = ending
    record[Column.ROUNDS.value] = turn
    if ending in (WON, TIED):
        record[Column.TURNS.value] = (
            turn + rules.turns_a_comparison * record[Column.TURNS.value] + rules.turns_of_last_round
        )


@inner_kernel
def _advance(which, turn, pause, is_compared, record, rules, game):
    """Play rounds until turn `pause` or the end of the game; return the turn and how the game ended, or `PAUSED`.

    If `is_compared`, a state equal to the kept one ends the game as endless.
    """
    while True:
        if rules.is_plain:
            turn, ending = _advance_two(which, turn, pause, is_compared, record, rules, game)
            if ending != PAUSED:
                return turn, ending
        if turn == pause:
            return turn, PAUSED
        turn, ending = _advance_one(which, turn, is_compared, record, rules, game)
        if ending != PAUSED:
            return turn, ending


@inner_kernel
def _advance_one(which, turn, is_compared, record, rules, game):
    """Play one round by the general rules; return the turn after it and how the game ended, or `PAUSED`."""
    ends = game.ends[which]
    players = ends.shape[0]
    held = Holdings(game.rings[which], ends)
    wars = record[Column.WARS.value]
    winner = play_round(players, record, held, rules, game)
    turn += 1
    holders, most, leader = I0, U0, NOBODY
    for player in range(players):
        size = ends[player, TAIL] - ends[player, HEAD]
        game.sizes[player, turn] = size
        holders += hand_end(player, rules, ends) != ends[player, HEAD]
        owned = ends[player, TAIL] - ends[player, MARK] if rules.goal == ONE_PASS else size
        leader = player if owned > most else NOBODY if owned == most else leader
        most = max(most, owned)
    if rules.goal == _WARS and winner != NOBODY:
        ends[winner, WARS_WON] += np.uint64(record[Column.WARS.value] - wars)
    is_one_pass = rules.goal == ONE_PASS
    if winner == NOBODY and not is_one_pass:
        return turn, TIED
    if holders < (players if is_one_pass else 2) or (rules.goal == _ROUNDS and turn == rules.goal_number):
        winner = leader if is_one_pass or holders > 1 else winner
        record[Column.WINNER.value] = winner + 1
        return turn, TIED if winner == NOBODY else WON
    if rules.goal == _WARS and ends[winner, WARS_WON] >= np.uint64(rules.goal_number):
        record[Column.WINNER.value] = winner + 1
        return turn, WON
    if is_compared and is_same_state(which, KEPT, rules.winnings, game.rings, game.ends):
        return turn, ENDLESS
    return turn, PAUSED


@merged_kernel
def _preperiod(turn, cycle_length, rules, game):
    """Return the first turn whose state comes back after `cycle_length` turns, given that the state of `turn` does.

    The game is played again, over the sizes: they are not asked any more.
    """
    while turn > 0 and _is_same_row(game.sizes, turn - 1, turn - 1 + cycle_length):
        turn -= 1
    copy_state(START, OTHER, game.rings, game.ends)
    _advance(START, I0, turn, I0, game.unused, rules, game)
    _advance(OTHER, I0, turn + cycle_length, I0, game.unused, rules, game)
    while not is_same_state(START, OTHER, rules.winnings, game.rings, game.ends):
        _advance(START, turn, turn + 1, I0, game.unused, rules, game)
        _advance(OTHER, turn, turn + 1, I0, game.unused, rules, game)
        turn += 1
    return turn


@inlined_kernel
def _is_same_row(sizes, first, second):
    same = True
    for player in range(sizes.shape[0]):
        same &= sizes[player, first] == sizes[player, second]
    return same


@inner_kernel
def copy_state(source, target, rings, ends):
    """Copy the source state over the target state."""
    for player in range(ends.shape[1]):
        for place in range(rings.shape[2]):
            rings[target, player, place] = rings[source, player, place]
        for end in range(ends.shape[2]):
            ends[target, player, end] = ends[source, player, end]


@inner_kernel
def is_same_state(first, second, piles, rings, ends):
    """Return whether two states agree in what decides which cards are drawn."""
    for player in range(ends.shape[1]):
        size = ends[first, player, TAIL] - ends[first, player, HEAD]
        if ends[second, player, TAIL] - ends[second, player, HEAD] != size:
            return False
        if ends[second, player, WARS_WON] != ends[first, player, WARS_WON]:
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
def _hand_size(which, player, size, ends):
    """Cards before the pile is needed: a pile below an empty hand is the next hand."""
    hand = ends[which, player, MARK] - ends[which, player, HEAD]
    return size if hand == 0 else hand


@inlined_kernel
def _first_card(which, player, is_turned, ends):
    """Return the place of the next card, and the step to the one after: down where a pile is to be turned."""
    head, tail = ends[which, player, HEAD], ends[which, player, TAIL]
    if is_turned and head == ends[which, player, MARK]:
        return tail - U1, ~U0
    return head, U1


@inlined_kernel
def _advance_two(which, turn, pause, is_compared, record, rules, game):  # noqa: C901 (a call would cost as much as a turn)
    """`_advance` for two players, neither of whom puts winnings on top: with what changes in registers."""
    held = Holdings(game.rings[which], game.ends[which])
    ring, end = held.rings, held.ends
    hand_0, hand_1, sizes_0, sizes_1 = ring[0], ring[1], game.sizes[0], game.sizes[1]
    lead_if_0_wins, throws_coin = rules.returned.lead_if_0_wins, rules.returned.throws_coin
    lead_changes = lead_if_0_wins ^ rules.returned.lead_if_1_wins
    is_by_relation, is_sorted, beats = rules.is_by_relation, rules.returned.is_sorted, rules.beats
    pile_0, pile_1 = rules.winnings[0], rules.winnings[1]
    is_turned = pile_0 == LAST_WON_FIRST or pile_1 == LAST_WON_FIRST
    kept_head = game.ends[KEPT, 0, HEAD]
    kept_size = game.ends[KEPT, 0, TAIL] - kept_head if is_compared else NO_MARK
    kept_top = game.rings[KEPT, 0, kept_head & WRAP]
    head_0, tail_0, mark_0, head_1, tail_1, mark_1 = _ends_of_two(end)
    # Plays are put from ring to ring, one after the other: won cards must not run into those drawn.
    cards = tail_0 - head_0 + tail_1 - head_1
    most_plays = np.uint64(RING) - cards if rules.returned.is_by_play else U0
    state = game.stream[0]
    ending = PAUSED
    while turn < pause:
        if is_turned:
            if head_0 == mark_0 and pile_0 == LAST_WON_FIRST:
                turn_over(I0, head_0, tail_0, ring)
            if head_1 == mark_1 and pile_1 == LAST_WON_FIRST:
                turn_over(I1, head_1, tail_1, ring)
        # When a hand is empty, and who wins, cannot be foreseen: no branches for that.
        mark_0 = tail_0 if head_0 == mark_0 else mark_0
        mark_1 = tail_1 if head_1 == mark_1 else mark_1
        card_0, card_1 = np.uint64(hand_0[head_0 & WRAP]), np.uint64(hand_1[head_1 & WRAP])
        wins_1 = leads_1 = np.uint64(card_1 > card_0)
        ties = card_0 == card_1
        if is_by_relation:
            wins_1 = np.uint64(beats[card_1, card_0])
            ties = wins_1 == beats[card_0, card_1]
            leads_1 = leads_1 if is_sorted else wins_1
        if not ties:
            lead = lead_if_0_wins ^ (lead_changes & leads_1)
            if throws_coin:
                state, coin = next_below(state, U2)
                lead ^= coin
            tail = tail_1 if wins_1 else tail_0
            mark = mark_1 if wins_1 else mark_0
            is_mixed = rules.winnings[wins_1] == SHUFFLED_PILE
            state = _put_two(card_0, card_1, lead, ring[wins_1], is_mixed, mark, tail, state)
            head_0 += U1
            head_1 += U1
            tail_0 += U2 - U2 * wins_1
            tail_1 += U2 * wins_1
        else:
            reach_0 = (mark_0 if pile_0 == LAST_WON_FIRST else tail_0) - head_0
            reach_1 = (mark_1 if pile_1 == LAST_WON_FIRST else tail_1) - head_1
            plays, wars = _plays_in_full(hand_0, head_0, hand_1, head_1, min(reach_0, reach_1), rules, game.notes)
            if plays == 0:
                break
            note_wars(wars, wars, record)
            # Cards from a pile that is not turned follow those of the hand.
            mark_0 = mark_0 if mark_0 - head_0 >= plays else tail_0
            mark_1 = mark_1 if mark_1 - head_1 >= plays else tail_1
            last = plays - U1
            wins_1 = np.uint64(is_more(hand_1[head_1 + last & WRAP], hand_0[head_0 + last & WRAP], rules))
            if plays <= most_plays:
                coin = U0
                if throws_coin:
                    state, coin = next_below(state, U2)
                tail = tail_1 if wins_1 else tail_0
                mark = mark_1 if wins_1 else mark_0
                is_mixed = rules.winnings[wins_1] == SHUFFLED_PILE
                for number in range(plays):
                    play = last - np.uint64(number) if rules.returned.is_backwards else np.uint64(number)
                    card_0 = np.uint64(hand_0[head_0 + play & WRAP])
                    card_1 = np.uint64(hand_1[head_1 + play & WRAP])
                    leads_1 = np.uint64(card_1 > card_0) if is_sorted else wins_1
                    lead = lead_if_0_wins ^ (lead_changes & leads_1) ^ coin
                    state = _put_two(card_0, card_1, lead, ring[wins_1], is_mixed, mark, tail, state)
                    tail += U2
                tail_0 = tail_0 if wins_1 else tail
                tail_1 = tail if wins_1 else tail_1
                head_0 += plays
                head_1 += plays
            else:
                for number in range(plays):
                    play = np.uint64(number)
                    game.table[number, 0] = hand_0[head_0 + play & WRAP]
                    game.table[number, 1] = hand_1[head_1 + play & WRAP]
                _put_ends_of_two(end, head_0 + plays, tail_0, mark_0, head_1 + plays, tail_1, mark_1)
                game.stream[0] = state
                take_table(I2, np.int64(plays), wars + I1, np.int64(wins_1), rules, held, game)
                state = game.stream[0]
                head_0, tail_0, mark_0, head_1, tail_1, mark_1 = _ends_of_two(end)
        turn += 1
        size_0, size_1 = tail_0 - head_0, tail_1 - head_1
        sizes_0[np.uint64(turn)] = size_0
        sizes_1[np.uint64(turn)] = size_1
        if size_0 == 0 or size_1 == 0:
            record[Column.WINNER.value] = 1 if size_1 == 0 else 2
            ending = WON
            break
        if size_0 == kept_size and (hand_0[head_0 & WRAP] == kept_top or pile_0 == LAST_WON_FIRST):
            _put_ends_of_two(end, head_0, tail_0, mark_0, head_1, tail_1, mark_1)
            if is_same_state(which, KEPT, rules.winnings, game.rings, game.ends):
                ending = ENDLESS
                break
    _put_ends_of_two(end, head_0, tail_0, mark_0, head_1, tail_1, mark_1)
    game.stream[0] = state
    return turn, ending


@inlined_kernel
def _ends_of_two(ends):
    return ends[0, HEAD], ends[0, TAIL], ends[0, MARK], ends[1, HEAD], ends[1, TAIL], ends[1, MARK]


@inlined_kernel
def _put_ends_of_two(ends, head_0, tail_0, mark_0, head_1, tail_1, mark_1):
    ends[0, HEAD], ends[0, TAIL], ends[0, MARK] = head_0, tail_0, mark_0
    ends[1, HEAD], ends[1, TAIL], ends[1, MARK] = head_1, tail_1, mark_1


@inlined_kernel
def _plays_in_full(hand_0, head_0, hand_1, head_1, most, rules, notes):
    """Plays and wars of a round that begins with a tie; no plays if it needs more than `most`.

    Within what both players have left every war rule lays the same cards down.
    """
    play, wars = U0, I0
    notes[COMPARED, 0] = 0
    while True:
        card_0, card_1 = hand_0[head_0 + play & WRAP], hand_1[head_1 + play & WRAP]
        if wars > 0 and not is_tie(card_0, card_1, rules):
            return play + U1, wars
        play += np.uint64(max(rules.face_down[card_0], rules.face_down[card_1]) + 1)
        wars += 1
        if play >= most:
            return U0, wars
        notes[COMPARED, wars] = np.int64(play)


@inlined_kernel
def _put_two(card_0, card_1, lead, ring, is_mixed, mark, tail, state):
    """Put a card of each of two players under a pile, or mix them in; return the state of the random numbers."""
    first = card_0 + (card_1 - card_0) * lead
    second = card_0 + card_1 - first
    if is_mixed:
        state, place, other = next_two_below(state, tail - mark + U1, tail - mark + U2)
        mix_in(first, ring, mark + place, tail)
        mix_in(second, ring, mark + other, tail + U1)
    else:
        ring[tail & WRAP] = first
        ring[tail + U1 & WRAP] = second
    return state
