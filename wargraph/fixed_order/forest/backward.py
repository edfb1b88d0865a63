"""The kernels that go back: all positions that lead to the end of a game, or into a cycle, each visited once.

The forest behind the finished games is the transcript tree (`transcripts/subtrees.py`) where every comparison is known:
there is nothing to learn, and a class is a single position. The winner of a turn holds its pairs at the bottom, the
first one last. Whether they won, lost or drew says how many belong to the turn, so each player can have won the turn
before in one way at most.
"""

from wargraph.compute.kernel import inlined_kernel, inner_kernel, kernel
from wargraph.fixed_order.forest.game import DONE, LEFT, NOBODY, RIGHT, TAPE_IS_FULL


@kernel
def walk_finished(game, starts, tie_starts, hand, count, tally, tapes):
    """Walk the trees of `count` finished games that Left wins, with his hands in lexicographic order from `hand` on.

    A hand of drawn pairs alone also tells a tie: the position before it, in which nobody has put them into a hand yet.
    Hands are bottom first. `hand` is left as the next one. Return a status.
    """
    n = hand.size
    for _ in range(count):
        for place in range(n):
            tapes.left[place] = hand[place]
        status = walk_backward(game, starts, n, 0, 0, 0, n, NOBODY, tally, tapes)
        pair = 0  # in the last turn Right's hand, or both hands, may have run out in a draw
        while 2 * pair + 2 <= n and _pair_winner(game, LEFT, tapes.left, 2 * pair) == NOBODY:
            pair += 1
            _put_back(game, LEFT, tapes.left, tapes.right, 0, pair, n, 0)
            counted = tie_starts if 2 * pair == n else starts
            status |= walk_backward(game, counted, n, 0, 1, pair, n - pair, NOBODY, tally, tapes)
        if status == TAPE_IS_FULL:
            return TAPE_IS_FULL
        next_permutation(hand)
    return DONE


@kernel
def walk_backward(game, starts, size_left, size_right, depth, height, split, never, tally, tapes):
    """Visit a position and all that lead to it, depth first.

    The tapes begin with hands of `size_left` and `size_right` cards, bottom first, and behind them the `height` cards
    that were put back; the position is `depth` turns before the end, with `split` cards in Left's hand. `never` says
    who did not win the turn before it. Return a status.
    """
    left, right, forks = tapes
    by_turns, deepest = tally
    n = size_left + size_right
    last = forks.shape[0] - 1
    first = depth
    fork = 0
    while True:
        by_turns[depth] += int(starts.as_is[split]) + int(starts.swapped[split])
        if depth >= deepest[0]:
            _note_deepest(starts, depth, split, left, size_left + height, right, size_right + height, deepest)
        if depth == last or height >= last:
            return TAPE_IS_FULL
        by_left = pairs_won(game, LEFT, left, size_left + height - split, split)
        by_right = pairs_won(game, RIGHT, right, size_right + height - (n - split), n - split)
        if depth == first:
            by_left = 0 if never == LEFT else by_left
            by_right = 0 if never == RIGHT else by_right
        if by_left and by_right:
            forks[fork, 0], forks[fork, 1], forks[fork, 2] = depth, height, split
            fork += 1
        elif not (by_left or by_right):
            if fork == 0:
                return DONE
            fork -= 1
            depth, height, split = forks[fork, 0], forks[fork, 1], forks[fork, 2]
            by_right = pairs_won(game, RIGHT, right, size_right + height - (n - split), n - split)
        if by_left:
            _put_back(
                game, LEFT, left, right, size_left + height - split, by_left, size_left + height, size_right + height
            )
            split -= by_left
            height += by_left
        else:
            bottom = size_right + height - (n - split)
            _put_back(game, RIGHT, left, right, bottom, by_right, size_left + height, size_right + height)
            split += by_right
            height += by_right
        depth += 1


@inlined_kernel
def pairs_won(game, player, tape, bottom, cards):
    """Count the pairs of the turn before if a player with `cards` cards has won it; 0 if that cannot be."""
    for pair in range(cards // 2):
        winner = _pair_winner(game, player, tape, bottom + 2 * pair)
        if winner != NOBODY:
            return pair + 1 if winner == player else 0
    return 0


@inlined_kernel
def _pair_winner(game, player, tape, place):
    """Return the winner of a pair that a player has taken."""
    own, other = tape[place + game.above_loser], tape[place + 1 - game.above_loser]
    if game.wins[player, own, other]:
        return player
    return 1 - player if game.wins[1 - player, other, own] else NOBODY


@inlined_kernel
def _put_back(game, player, left, right, bottom, pairs, top_left, top_right):
    """Put the pairs that a player has taken back on both hands, the first one on top."""
    tape = left if player == LEFT else right
    for pair in range(pairs):
        place = bottom + 2 * (pairs - 1 - pair)
        own, other = tape[place + game.above_loser], tape[place + 1 - game.above_loser]
        left[top_left + pair] = own if player == LEFT else other
        right[top_right + pair] = other if player == LEFT else own


@inner_kernel
def _note_deepest(starts, depth, split, left, top_left, right, top_right, deepest):
    """Keep the number of a start, and of its mirror image, if none is deeper, and none as deep has a lower number.

    `graph/positions.py` says how positions are numbered by their words; a word is written here on top of Left's tape.
    """
    n = starts.factorials.size - 1
    word = left[top_left:]
    for is_mirror in range(2):
        if not (starts.swapped[split] if is_mirror else starts.as_is[split]):
            continue
        for place in range(split):
            word[place + is_mirror * (n - split)] = left[top_left - 1 - place]
        for place in range(n - split):
            word[place + (1 - is_mirror) * split] = right[top_right - 1 - place]
        first_hand = n - split if is_mirror else split
        number = starts.factorials[n] * (first_hand - 1 if first_hand else n)
        for place in range(n):
            lower = 0
            for before in range(place):
                lower += word[before] < word[place]
            number += lower * starts.factorials[word[place]]
        if depth > deepest[0] or number < deepest[1]:
            deepest[0], deepest[1] = depth, number


@inner_kernel
def next_permutation(cards):
    """Rearrange cards to the next word in lexicographic order, the last one to the first."""
    pivot = cards.size - 2
    while pivot >= 0 and cards[pivot] > cards[pivot + 1]:
        pivot -= 1
    if pivot >= 0:
        other = cards.size - 1
        while cards[other] < cards[pivot]:
            other -= 1
        cards[pivot], cards[other] = cards[other], cards[pivot]
    low, high = pivot + 1, cards.size - 1
    while low < high:
        cards[low], cards[high] = cards[high], cards[low]
        low += 1
        high -= 1
