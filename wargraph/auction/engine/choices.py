"""The kernels by which the known strategies choose: a branch for each, and how an Adversary asks and looks ahead.

Each does what the class of that name in `strategies.py` does, on hands that are rows of counts.
"""

import numpy as np

from wargraph.auction.engine.workspace import CODE, FIRST_ROW, SINGLE, WAR
from wargraph.auction.rules import LAID_DOWN
from wargraph.auction.strategies import ENOUGH_TO_TIE
from wargraph.compute.kernel import inlined_kernel, inner_kernel
from wargraph.compute.rng_kernels import next_below

# As in `workspace.py`, values that have a type: passed a literal, or a name, a kernel is compiled again.
_MIN, _IN, _OUT = np.int64(CODE.Min), np.int64(1), np.int64(-1)


@inlined_kernel
def _highest(hand):  # type: ignore[no-untyped-def]
    card = np.int64(hand.size - 1)
    while hand[card] == 0:
        card -= 1
    return card


@inlined_kernel
def _second_highest(hand):  # type: ignore[no-untyped-def]
    """The second-highest card, as high as the highest if there are two of them."""
    card = _highest(hand)
    if hand[card] == 1:
        card -= 1
        while hand[card] == 0:
            card -= 1
    return card


@inlined_kernel
def _next_above(card, hand):  # type: ignore[no-untyped-def]
    """The smallest card above one that is not the highest."""
    card += 1
    while hand[card] == 0:
        card += 1
    return card


@inlined_kernel
def _lay_smallest(laid_down, hand, laid):  # type: ignore[no-untyped-def]
    """Lay down the smallest cards, and play the smallest of the others; return that one."""
    card, left = np.int64(0), np.int64(hand[0])
    for number in range(laid_down + 1):
        while left == 0:
            card += 1
            left = np.int64(hand[card])
        laid[number] = card
        left -= 1
    return card


@inlined_kernel
def _lay_any(laid_down, size, hand, laid, state):  # type: ignore[no-untyped-def]
    """Lay any cards: each is drawn from what the ones before have left. Return the state of the random numbers."""
    for number in range(laid_down + 1):
        state, drawn = next_below(state, size - number)
        nth = np.int64(drawn)
        card = np.int64(0)
        while nth >= hand[card]:
            nth -= hand[card]
            card += 1
        laid[number] = card
        hand[card] -= 1
    for number in range(laid_down + 1):
        hand[laid[number]] += 1
    return state


@inlined_kernel
def _choose_alone(code, player, laid_down, row, contenders, laid, game):  # type: ignore[no-untyped-def]
    """Choose as a strategy that asks nobody: `laid_down` cards to lay down, and the one to play."""
    hand = game.hands[player]
    if code == CODE.Dummy:
        which = np.int64(laid_down > 0)
        game.streams[player, which] = _lay_any(laid_down, game.sizes[player], hand, laid, game.streams[player, which])
        return
    smallest = _lay_smallest(laid_down, hand, laid)
    if code == CODE.Max:
        laid[laid_down] = _highest(hand)
    elif code in (CODE.SimpleMinded1, CODE.SimpleMinded2):
        highest, second = np.int64(0), np.int64(0)
        for place in range(contenders):
            rival = game.contenders[row, place]
            if rival != player and game.sizes[rival] > 0:
                highest = max(highest, _highest(game.hands[rival]))
                if game.sizes[rival] > 1:
                    second = max(second, _second_highest(game.hands[rival]))
        own = _highest(hand)
        if own > highest:
            laid[laid_down] = max(smallest, _next_above(highest, hand))
        elif own == highest and game.sizes[player] - laid_down >= ENOUGH_TO_TIE:
            is_bold = code == CODE.SimpleMinded2 and laid_down == SINGLE
            if is_bold or _second_highest(hand) >= second:
                laid[laid_down] = own


@inlined_kernel
def _answer_alone(code, rival, laid_down, row, contenders, game):  # type: ignore[no-untyped-def]
    """The card that a rival says it will play who asks nobody itself."""
    _choose_alone(code, rival, laid_down, row, contenders, game.answer, game)
    return game.answer[laid_down]


@inner_kernel
def _answer_as_min(player, laid_down, row, contenders, _free, game):  # type: ignore[no-untyped-def]
    """What an Adversary is taken to say whom an Adversary asks that is asked itself."""
    return _answer_alone(_MIN, player, laid_down, row, contenders, game)


def _adversary(asked_adversary):  # type: ignore[no-untyped-def]  # noqa: C901 (four kernels that belong together)
    """The kernel that chooses as an Adversary, given one that answers for the Adversaries that it asks.

    It takes a player, the cards to lay down, the row of contenders that it is among, and the first row that it may
    write to; it returns the card to play. Looking ahead takes cards from the hands, and puts them back. (A recursive
    kernel would be shorter, but cannot be kept on disk.)
    """

    @inner_kernel
    def answer(rival, laid_down, row, contenders, free, game):  # type: ignore[no-untyped-def]
        code = game.codes[rival]
        if code == CODE.Adversary:
            return asked_adversary(rival, laid_down, row, contenders, free, game)
        return _answer_alone(code, rival, laid_down, row, contenders, game)

    @inner_kernel
    def ask(player, row, contenders, free, game):  # type: ignore[no-untyped-def]
        """The highest card that rivals say they will play, and how many say so; they go to the free row."""
        highest, tied = np.int64(0), np.int64(0)
        for place in range(contenders):
            rival = game.contenders[row, place]
            if rival != player and game.sizes[rival] > 0:
                card = answer(rival, SINGLE, row, contenders, free + 1, game)
                if card > highest:
                    highest, tied = card, np.int64(0)
                if card == highest:
                    game.contenders[free, tied] = rival
                    tied += 1
        return highest, tied

    @inner_kernel
    def is_beaten(card, row, tied, game):  # type: ignore[no-untyped-def]
        """Whether one of the tied rivals says that it will lay a higher card in the war."""
        for place in range(tied):
            rival = game.contenders[row, place]
            if game.sizes[rival] > LAID_DOWN and answer(rival, WAR, row, tied + 1, row + 1, game) > card:
                return True
        return False

    @inner_kernel
    def choose(player, laid_down, row, contenders, free, game):  # type: ignore[no-untyped-def]
        hand, first_row, first_laid_down = game.hands[player], free, laid_down
        while True:  # from war to war, as long as the highest card ties
            _take_smallest(player, laid_down, game.laid_ahead[free], game)
            highest, tied = ask(player, row, contenders, free, game)
            own = _highest(hand)
            if own != highest or game.sizes[player] < ENOUGH_TO_TIE:
                break
            game.tied[free], game.laid_ahead[free, laid_down] = tied, own
            _copy_streams(tied, free, game, game.streams, game.kept_streams[free])
            _move_tied(own, _OUT, tied, free, game)
            _move_card(player, own, _OUT, game)
            game.contenders[free, tied] = player
            row, contenders, laid_down, free = free, tied + 1, WAR, free + 1
        chosen = max(_lowest(hand), _next_above(highest, hand)) if own > highest else _lowest(hand)
        while True:  # and back again
            _give_smallest_back(player, laid_down, game.laid_ahead[free], game)
            if free == first_row:
                return chosen
            free -= 1
            laid_down = first_laid_down if free == first_row else WAR
            own, tied = game.laid_ahead[free, laid_down], game.tied[free]
            chosen = _lowest(hand) if is_beaten(chosen, free, tied, game) else own
            _move_card(player, own, _IN, game)
            _move_tied(own, _IN, tied, free, game)
            _copy_streams(tied, free, game, game.kept_streams[free], game.streams)

    return choose


_choose_as_adversary = _adversary(_adversary(_answer_as_min))  # type: ignore[no-untyped-call]


@inlined_kernel
def _move_card(player, card, count, game):  # type: ignore[no-untyped-def]
    """Put a card into a hand, or take it out: the count is `_IN` or `_OUT`."""
    game.hands[player, card] += count
    game.sizes[player] += count


@inner_kernel
def _move_tied(card, count, tied, row, game):  # type: ignore[no-untyped-def]
    """Take the card with which they tie from the rivals of a row, or put it back.

    The rival after one whose last card it is keeps it, as in the program: `strategies._overlooked`.
    """
    is_overlooked = False
    for place in range(tied):
        rival = game.contenders[row, place]
        if is_overlooked:
            is_overlooked = False
        else:
            _move_card(rival, card, count, game)
            is_overlooked = game.sizes[rival] == (0 if count < 0 else 1)


@inlined_kernel
def _copy_streams(tied, row, game, source, target):  # type: ignore[no-untyped-def]
    """Copy the random numbers of the rivals of a row: what is drawn ahead is drawn again."""
    for place in range(tied):
        rival = game.contenders[row, place]
        target[rival, 0], target[rival, 1] = source[rival, 0], source[rival, 1]


@inlined_kernel
def _take_smallest(player, count, taken, game):  # type: ignore[no-untyped-def]
    """Take the smallest cards from a hand."""
    for number in range(count):
        taken[number] = _lowest(game.hands[player])
        _move_card(player, taken[number], _OUT, game)


@inlined_kernel
def _give_smallest_back(player, count, taken, game):  # type: ignore[no-untyped-def]
    for number in range(count):
        _move_card(player, taken[number], _IN, game)


@inlined_kernel
def _lowest(hand):  # type: ignore[no-untyped-def]
    card = np.int64(0)
    while hand[card] == 0:
        card += 1
    return card


@inlined_kernel
def choose(player, laid_down, contenders, game):  # type: ignore[no-untyped-def]
    """Choose the cards to lay down, and the one to play."""
    laid = game.laid[player]
    if game.codes[player] == CODE.Adversary:
        _lay_smallest(laid_down, game.hands[player], laid)
        laid[laid_down] = _choose_as_adversary(player, laid_down, FIRST_ROW, contenders, FIRST_ROW + 1, game)
    else:
        _choose_alone(game.codes[player], player, laid_down, FIRST_ROW, contenders, laid, game)
