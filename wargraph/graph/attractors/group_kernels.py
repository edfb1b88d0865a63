"""The kernels of the search back by groups: which positions a layer has, and how they are marked."""

import numpy as np

from wargraph.compute.kernel import array_kernel, inlined_kernel, kernel
from wargraph.graph.positions import WORDS
from wargraph.partial_orders.ideals import bit_count

_ALL, U0, U1 = np.uint64(2**64 - 1), np.uint64(0), np.uint64(1)


@inlined_kernel
def _settled(states, group, word):
    """Return a word of all settled positions."""
    return states[group, 0, word] | states[group, 1, word]


@inlined_kernel
def _newest(states, group, word, flip):
    """Return a word of the newest layer; where its bit 0 is stored, `flip` says whether it is even or odd."""
    newest = states[group, 1, word] & ~states[group, 0, word]
    if states.shape[1] > 2:
        newest &= states[group, 2, word] ^ flip
    return newest


@array_kernel
def find(  # noqa: C901 (one loop over groups)
    states, flags, kinds, children, moves, before, beside, masks, needs_both_children, turns, first, stop, groups, words
):
    """Leave in `groups` and `words` the positions of some groups that are `turns` turns from the end; count both.

    These are the open ones of which a child is in the newest layer and, if the order is chosen against the end, both
    children are settled.
    """
    number, size = 0, np.int64(0)
    is_newest = np.uint8(1 << (turns - 1) % 2)
    flip = U0 if turns % 2 == 0 else _ALL
    opened, gathered, newest = np.empty(WORDS, np.uint64), np.empty(WORDS, np.uint64), np.empty(WORDS, np.uint64)
    for group in range(first, stop):
        is_met = False
        for winner in range(2):
            one, other = children[group, 2 * winner], children[group, 2 * winner + 1]
            if one < 0 or not (flags[one] | flags[other]) & is_newest:
                continue
            if not is_met:
                is_met, any_open = True, U0
                for word in range(WORDS):
                    gathered[word] = U0
                    opened[word] = masks[0, word] & ~_settled(states, group, word)
                    any_open |= opened[word]
                if not any_open:
                    break
            for word in range(WORDS):
                newest[word] = _newest(states, one, word, flip)
            if one != other:
                for word in range(WORDS):
                    newest[word] |= _newest(states, other, word, flip)
                if needs_both_children[winner]:
                    for word in range(WORDS):
                        newest[word] &= _settled(states, one, word) & _settled(states, other, word)
            row, mask = moves[kinds[group], winner, 0], moves[kinds[group], winner, 1]
            if mask:
                for word in range(WORDS):
                    newest[word] &= masks[mask, word]
            if row == 0:
                for word in range(WORDS):
                    gathered[word] |= newest[word]
            if row == 0:
                continue
            both = needs_both_children[winner] and one == other
            for word in range(WORDS):
                left = newest[word]
                while left:
                    after = 64 * word + np.int64(bit_count((left - U1) & ~left))  # the place of the lowest bit
                    left &= left - U1
                    if both:
                        place = beside[row, after]
                        if not _settled(states, one, place >> 6) >> np.uint64(place & 63) & U1:
                            continue
                    place = before[row, after]
                    gathered[place >> 6] |= U1 << np.uint64(place & 63)
        if is_met:
            found = U0
            for word in range(WORDS):
                words[number, word] = gathered[word] & opened[word]
                found |= words[number, word]
                size += np.int64(bit_count(words[number, word]))
            if found:
                groups[number] = group
                number += 1
    return number, size


@kernel
def mark(states, flags, turns, first, stop, groups, words):
    """Make some positions the newest layer, given by groups and words; what was, of two turns less, is so no more."""
    bit, flip = np.uint8(1 << turns % 2), U0 if turns % 2 else _ALL
    for group in range(first, stop):
        if flags[group] & bit:
            flags[group] ^= bit
            for word in range(WORDS):
                newest = _newest(states, group, word, flip)
                states[group, 0, word] |= newest
                if not (turns - 2) & 2:
                    states[group, 1, word] &= ~newest
    for number in range(groups.size):
        flags[groups[number]] |= bit
        for plane in range(1, states.shape[1]):
            if plane == 1 or turns >> (plane - 2) & 1:
                for word in range(WORDS):
                    states[groups[number], plane, word] |= words[number, word]
