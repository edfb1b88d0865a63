"""The construction of a War graph: both children of every position, each in constant time.

With the hash of `wargraph.graph.positions`, moving one card through the word changes the rank by
terms that depend only on *sets* of cards. Let x and y be the top cards of Left and Right and let
W(S) be the sum of (c-1)! over the cards c in S.

- Left wins with WL: the word ``x L2..La y R2..`` becomes ``L2..La x y R2..``. Only x moved. The
  cards of Left's hand above x lose a smaller card before them, which is worth W(those); x gains
  one for each card of Left's hand below x.
- Right wins with WL: ``x L2..La y R2..Rb`` becomes ``L2..La R2..Rb y x``. First x moves to the
  end, past all other cards, then y past R2..Rb.
- LW is WL with the last two moved cards exchanged: they are neighbours in the word, so only the
  larger one's digit changes, by one.

W(S) is a table over the 2**n sets, and so is the number of cards in S. The cards 1..LOW_CARDS
change fastest; how they stand among themselves, and which of them are in Left's hand, comes from
two small tables.

Where the top cards draw, many move, and the child's rank is worked out from its word.
"""

from collections.abc import Iterator
from functools import cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

from wargraph.core.relation import Relation
from wargraph.graph.loops import loop, on_threads
from wargraph.graph.positions import Positions, index_dtype, words_by_rank

_LOW_CARDS = 6
_PIECE = 1 << 20
"""About how many positions one call of the kernel fills."""


def build_children(positions: Positions, relation: Relation) -> NDArray[np.signedinteger]:
    """Return the children of every position that is not terminal, by index: a column for WL and one for LW."""
    children = np.empty((positions.size - positions.terminals, 2), index_dtype(positions.size))
    n, first = positions.n, positions.offsets
    low_cards = min(_LOW_CARDS, n - 1)
    arrangements = factorial(low_cards)
    weights = np.array([factorial(card) for card in range(n)], np.int64)
    # The words of the low cards by rank, and the sets of their first cards; by set, the sums of weights and the sizes.
    tables = *_low_words(low_cards), weights, _sums_over_sets(weights), _sums_over_sets(np.ones_like(weights))
    left_wins = relation.to_array()

    def pieces(positions_each: int) -> Iterator[tuple[int, int, int]]:
        """Yield pieces of the splits: a split and two numbers, each of which stands for `positions_each` positions."""
        step = max(1, _PIECE // positions_each)
        for split in range(1, n):
            numbers = positions.split_size(split) // positions_each
            for start in range(0, numbers, step):
                yield split, start, min(start + step, numbers)

    offsets = np.array([first.get(split, 0) for split in range(n + 1)], np.int64)
    filled = np.array([*pieces(arrangements)], np.int64).reshape(-1, 3)
    calls = [filled] if len(children) <= _PIECE else filled[:, np.newaxis]
    on_threads(_fill_children, [(children, offsets, each, tables, left_wins) for each in calls])
    if relation.has_draws:
        tie = positions.size - 1
        on_threads(_fill_drawn, [(children, offsets, tie, *piece, weights, left_wins) for piece in pieces(1)])
    return children


@cache
def _low_words(low_cards: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    by_place = np.array([*words_by_rank(low_cards)], np.int64).T.copy() - 1
    sets = np.zeros((low_cards + 1, by_place.shape[1]), np.int64)
    sets[1:] = np.cumsum(1 << by_place, axis=0)
    return by_place, sets


def _sums_over_sets(values: NDArray[np.int64]) -> NDArray[np.int64]:
    table = np.zeros(1, np.int64)
    for value in values:
        table = np.concatenate((table, table + value))
    return table


@loop
def _fill_children(children, offsets, pieces, tables, left_wins):
    """Children of the positions of some pieces: of a split, where the rank without the low cards' digits is in a range.

    Cards count from 0 here, so card c has weight c! and digits 0..c.
    """
    words, word_sets, weights, set_weights, set_sizes = tables
    n = weights.size
    low_cards, arrangements = words.shape
    everything = (1 << n) - 1
    word = np.empty(n, np.int64)
    for split, start, stop in pieces:
        offset_fewer, offset, offset_more = offsets[split - 1 : split + 2]
        for prefix in range(start, stop):
            # The high cards' places: insert them, in rising order, into a word of low cards (-1).
            for place in range(low_cards):
                word[place] = -1
            rest = prefix
            for card in range(low_cards, n):
                digit = rest % (card + 1)
                rest //= card + 1
                for place in range(card, digit, -1):
                    word[place] = word[place - 1]
                word[digit] = card
            high_set = 0
            low_in_left = 0
            for place in range(split):
                if word[place] >= 0:
                    high_set |= 1 << word[place]
                else:
                    low_in_left += 1
            row = offset + prefix * arrangements
            for arrangement in range(arrangements):
                rank = prefix * arrangements + arrangement
                left_set = high_set | word_sets[low_in_left, arrangement]
                x = word[0] if word[0] >= 0 else words[0, arrangement]
                y = word[split] if word[split] >= 0 else words[low_in_left, arrangement]
                below_x, below_y = (1 << x) - 1, (1 << y) - 1
                if left_wins[x, y]:
                    rank += offset_more - set_weights[left_set & ~below_x & ~(1 << x)]
                    rank += set_sizes[left_set & below_x] * weights[x]
                    children[row + arrangement, 0] = rank
                    children[row + arrangement, 1] = rank + (weights[x] if x > y else -weights[y])
                else:
                    right_set = everything & ~left_set
                    rank += offset_fewer - set_weights[everything & ~below_x & ~(1 << x)] + x * weights[x]
                    rank -= set_weights[right_set & ~below_y & ~(1 << y)]
                    rank += set_sizes[right_set & below_y] * weights[y]
                    children[row + arrangement, 0] = rank
                    children[row + arrangement, 1] = rank + (weights[y] if y > x else -weights[x])


@loop
def _fill_drawn(children, offsets, tie, split, start, stop, weights, left_wins):  # noqa: C901 (one loop, which calls nothing and so runs uncompiled too)
    """Children of the positions of one split and of the ranks start..stop-1 whose top cards draw."""
    n = weights.size
    word = np.empty(n, np.int64)
    after = np.empty(n, np.int64)
    for rank in range(start, stop):
        rest = rank
        for card in range(n):
            digit = rest % (card + 1)
            rest //= card + 1
            for place in range(card, digit, -1):
                word[place] = word[place - 1]
            word[digit] = card
        fewer = min(split, n - split)
        drawn = 0
        while drawn < fewer and not (
            left_wins[word[drawn], word[split + drawn]] or left_wins[word[split + drawn], word[drawn]]
        ):
            drawn += 1
        if drawn == 0:
            continue
        row = offsets[split] + rank
        if drawn == fewer and 2 * split == n:
            children[row, 0] = children[row, 1] = tie
            continue
        pairs = min(drawn + 1, fewer)
        by_left = left_wins[word[drawn], word[split + drawn]] if drawn < fewer else split > fewer
        own, other = (0, split) if by_left else (split, 0)
        split_after = split + pairs if by_left else split - pairs
        for order in range(2):
            end = 0
            for top, bottom in ((0, split), (split, n)):
                for place in range(top + pairs, bottom):
                    after[end] = word[place]
                    end += 1
                if top == own:
                    for place in range(pairs - 1, -1, -1):
                        after[end + order] = word[own + place]
                        after[end + 1 - order] = word[other + place]
                        end += 2
            rank_after = 0
            for place in range(n):
                for before in range(place):
                    if after[before] < after[place]:
                        rank_after += weights[after[place]]
            children[row, order] = offsets[split_after] + rank_after
