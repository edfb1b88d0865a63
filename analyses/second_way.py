"""Does an independent method give the same terms for large decks?

    python analyses/second_way.py              the small decks, in a minute or two
    python analyses/second_way.py depth 16 WL  one of the long ones

The terms in wargraph/sequences/data that no table of positions can reach all come from one program: the kernels of
wargraph/fixed_order/transcripts go back from the end along tapes, keep for each card the cards below it, divide the
tree by the amount of work, and count linear extensions by layers of order ideals in a hash table. A fault in these
kernels that shows only on large decks would spoil the terms without anybody noticing. This study therefore has other
kernels, which share no line with them; the reference implementation checks these kernels on decks of up to 6 cards, by
playing every balanced deal.

`play_symbolically` goes forward instead of back. The cards are dealt face down, so to speak: if the winner of a turn
does not follow from the turns before it, the turn is played both ways. A game is over when a hand is empty, and proved
endless when a position comes back without anything new learnt in between. So endless games are *counted*, not left
over. For n <= 13 the games that end are counted as well, and both together are n!. By symmetry the first turn is
Left's.

`depth` goes back from the end, for the longest games. The hands are numbers in base 32, what is known is for each card
what is *above* it, and the tree is cut at a fixed depth.

`count` is `depth` with the positions that end, and so the endless balanced deals as what is left of n!.

`cycles` goes back from the symbolic cycles of 14 cards instead of from the end, and so counts the endless games from
all starting positions. The cycles were met by playing random deals. That none is missing is shown by the term, which
the package has as what the finite games leave of all.

All count linear extensions by chains: the order is cut where everything below is below everything above; a part is cut
into chains, and a set of cards that may be taken from the top is a number whose digits say how many cards of each
chain it holds. There is no hash table, and in a row of numbers each comes after those it can grow from.

What comes out stands in figures/second-way.csv, with the way and the number of classes met; each row was written by
the run that found it. All agree: the longest games of 14, 17, 19 and 21 cards and, under WL, of 16; the endless games
of 14 cards, from all starting positions and from balanced deals; and the endless balanced deals of 17 and of 19 cards,
each under both orders unless said otherwise. Not computed again: the endless games of 17 cards from all starting
positions, for which there is no way here.
"""

import csv
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wargraph import FIXED_ORDERS, ReturnOrder, balanced_deals, play, sequence
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
LARGEST_PLAIN = 6
LARGEST_COUNTED_WHOLE = 13
CUT = 16
LONGEST_GAME = 4096
SHORT = (
    *(("play", n, order) for n in range(3, 14) for order in FIXED_ORDERS),
    *(("depth", n, order) for n in (12, 13, 15, 17) for order in FIXED_ORDERS),
    *(("count", n, order) for n in (13, 15) for order in FIXED_ORDERS),
)
CYCLES = {
    ReturnOrder.WL: ((4, "LLRR"), (8, "LLRLRLRR")),
    ReturnOrder.LW: (
        (2, "LLRR"),
        (6, "LLRR"),
        (2, "LLRLRLRRLLRR"),
        (2, "LLRLRLRLRLRR"),
        (
            6,
            "LLLLLLRRLRLRRLRRLLRRRRLLLRLLRRRLLLRRLLLLRRLRLRLLRRLLRRLRLRLRRRRL"
            "RRRRRRLLRLRLLRLLRRLLLLRRRLRRLLLRRRLLRRRRLLRLRLRRLLRRLLRLRLRLLLLR",
        ),
    ),
}
"""The symbolic cycles of 14 cards that random deals met, with Left's cards; the mirror images are left out."""

_NARROW, _WIDE = 16, 24
_DIGIT, _DIGITS = np.uint64(5), np.uint64(12)
_LAST, _LAST_TWO = np.uint64(31), np.uint64(1023)
_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_BIT, _ALL = np.uint32(1), np.uint32(0xFFFFFFFF)
_NOBODY = 2

Hands = tuple[tuple[int, ...], tuple[int, ...]]


def check_plainly(n: int) -> None:
    """Compare two of the ways with playing every balanced deal."""
    for order in FIXED_ORDERS:
        plain = plain_terms(n, order)
        for way in (play_symbolically, count):
            terms = {str(row["sequence"]): row["second_way"] for row in way(n, order, jobs=1)}
            found = terms[f"endless-{order.lower()}-balanced"], terms[f"longest-{order.lower()}-balanced"]
            assert found == plain, (n, order, way, found)


def plain_terms(n: int, order: ReturnOrder) -> tuple[int, int]:
    """Endless balanced deals and the turns of the longest that ends, by the plain rules."""
    games = [play(deal, order) for deal in balanced_deals(n)]
    return sum(game.is_endless for game in games), max(game.turns for game in games if not game.is_endless)


# Forth: play with cards of which nothing is known, and go both ways where the winner of a turn is open.


def play_symbolically(n: int, order: ReturnOrder, jobs: int) -> list[Row]:
    """The longest games and the number of endless games from balanced deals."""
    half = (n + 1) // 2
    whole = n <= LARGEST_COUNTED_WHOLE

    def play_split(split: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64], int]:
        return _play_split(n, order, split, whole)

    splits = [half, n - half] if n % 2 else [half]
    with ThreadPoolExecutor(jobs) as pool:
        played = list(pool.map(play_split, splits))
    ended, cycling = (sum(int(counts[which].sum()) for counts in played) for which in (0, 1))
    if n % 2 == 0:
        ended, cycling = 2 * ended, 2 * cycling
    assert not whole or ended + cycling == factorial(n), (n, order)
    longest = max(int(np.flatnonzero(counts[0])[-1]) for counts in played)
    classes = sum(counts[2] for counts in played)
    return [
        _row(f"endless-{order.lower()}-balanced", n, "play", cycling, classes),
        _row(f"longest-{order.lower()}-balanced", n, "play", longest, classes),
    ]


def _play_split(
    n: int, order: ReturnOrder, split: int, whole: bool
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], int]:
    """Positions in which Left has `split` cards and wins the first turn: by turns to the end, by length of the cycle.

    They are one half of all with this split; in the other half Right wins, and they are the mirror images of those
    with n - `split`. Unless the `whole` is to be counted, the games that end are counted by class.
    """
    ended, cycling = np.zeros(LONGEST_GAME, np.uint64), np.zeros(LONGEST_GAME, np.uint64)
    tapes = np.zeros((2, LONGEST_GAME), np.uint8)
    splits, forks = np.zeros(LONGEST_GAME, np.int64), np.zeros((n * n, 3), np.int64)
    player = _player(_width(n))
    classes = player(
        n, order is ReturnOrder.WL, split, whole, ended, cycling, *tapes, splits, forks, _levels(n), _room(n)
    )
    assert classes >= 0, f"a game takes more than {LONGEST_GAME - 2} turns to end or to repeat itself"
    return ended, cycling, int(classes)


# Back: from the end, or from a cycle, with the hands as numbers.


def depth(n: int, order: ReturnOrder, jobs: int) -> list[Row]:
    """The longest games from all starts and from balanced deals, by the depth of the tree behind the finished game."""
    classes, _ = _finished_tree(n, order, (), jobs)
    return _longest_rows(n, order, "depth", classes)


def count(n: int, order: ReturnOrder, jobs: int) -> list[Row]:
    """As `depth`, and the number of endless balanced deals: all but those that end, which are counted."""
    half = (n + 1) // 2
    classes, positions = _finished_tree(n, order, (half, n - half), jobs)
    endless = factorial(n) - int(positions[half]) - int(positions[n - half])
    name = f"endless-{order.lower()}-balanced"
    return [_row(name, n, "count", endless, int(classes.sum())), *_longest_rows(n, order, "count", classes)]


def cycles(n: int, order: ReturnOrder, jobs: int) -> list[Row]:
    """The number of endless games from all starts and from balanced deals, by going back from the cycles of 14 cards.

    After the two sums a row for each cycle, together with its mirror image.
    """
    assert n == 14, f"the cycles of {n} cards are not listed here"
    half = n // 2
    found: list[Row] = []
    all_deals = balanced_deals = classes = 0
    for split, word in CYCLES[order]:
        positions = np.zeros(n + 1, np.uint64)
        length, roots = cycle_roots(n, order, split, word)
        for hands, above, never in roots:
            counts, more = _tree(n, order, hands, above, never, range(1, n), jobs)
            classes += int(counts.sum())
            positions += more
        images = 1 if is_own_mirror(n, order, split, word) else 2
        # Of a position and its mirror image Left holds n in one; as a balanced deal both count.
        row: Row = {"n": n, "order": str(order), "winners": word, "split": split, "cycle_length": length}
        row["all"], row["balanced"] = images * int(positions.sum()) // 2, images * int(positions[half])
        all_deals, balanced_deals = all_deals + row["all"], balanced_deals + row["balanced"]
        found.append(row)
    return [
        _row(f"endless-{order.lower()}", n, "cycles", all_deals, classes),
        _row(f"endless-{order.lower()}-balanced", n, "cycles", balanced_deals, classes),
        *({**row, "share_of_endless": round(row["all"] / all_deals, 6)} for row in found),
    ]


WAYS = {"play": play_symbolically, "depth": depth, "count": count, "cycles": cycles}


def cycle_roots(n: int, order: ReturnOrder, split: int, word: str) -> tuple[int, list[tuple[Hands, list[int], int]]]:
    """The length of a symbolic cycle, and its classes: hands, what is above what, who wins the turn before on it."""
    hands = [(tuple(range(split)), tuple(range(split, n)))]
    above = [1 << card for card in range(n)]
    while len(hands) == 1 or hands[-1] != hands[0]:
        left, right = hands[-1]
        by_left = word[(len(hands) - 1) % len(word)] == "L"
        won, lost = (left[0], right[0]) if by_left else (right[0], left[0])
        assert not above[won] >> lost & 1, f"{word} from {split} of {n} cards contradicts itself"
        above = [row | above[won] if row >> lost & 1 else row for row in above]
        pair = (won, lost) if order is ReturnOrder.WL else (lost, won)
        hands.append((left[1:] + pair, right[1:]) if by_left else (left[1:], right[1:] + pair))
    roots = [(hands[turn], above, "LR".index(word[turn - 1])) for turn in range(len(word))]
    return len(hands) - 1, roots


def is_own_mirror(n: int, order: ReturnOrder, split: int, word: str) -> bool:
    """Whether a symbolic cycle with the players exchanged is itself: some turn of it is its start, exchanged."""
    mirrored = word.translate(str.maketrans("LR", "RL"))
    _, roots = cycle_roots(n, order, split, word)
    sizes = [len(left) for (left, _), _, _ in roots]
    return any(word[turn:] + word[:turn] == mirrored and sizes[turn] == n - split for turn in range(len(word)))


def _finished_tree(n: int, order: ReturnOrder, counted: Any, jobs: int) -> tuple[Any, Any]:
    return _tree(n, order, (tuple(range(n)), ()), [1 << card for card in range(n)], _NOBODY, counted, jobs)


def _tree(
    n: int, order: ReturnOrder, hands: Hands, above: list[int], never: int, counted: Any, jobs: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Classes by depth and Left's cards, and the positions by Left's cards where they are to be counted.

    The tree is cut at depth `CUT`, and the subtrees below are walked one by one.
    """
    splits = np.zeros(n + 1, np.bool_)
    splits[list(counted)] = True
    pieces = np.zeros((1 << CUT, CUT), np.uint8)

    def walk(path: NDArray[np.uint8], cut: int) -> tuple[int, NDArray[np.uint64], NDArray[np.uint64]]:
        classes, positions = np.zeros((LONGEST_GAME, n + 1), np.uint64), np.zeros(n + 1, np.uint64)
        levels = _levels(n)
        levels[:n] = above
        forks, winners = np.zeros((LONGEST_GAME, 7), np.uint64), np.zeros(LONGEST_GAME, np.uint8)
        found = _walker(_width(n))(
            n, order is ReturnOrder.WL, _number(hands[0]), _number(hands[1]), len(hands[0]), never, path, cut, splits,
            classes, positions, pieces, levels, np.zeros(levels.size, np.uint64), forks, winners, _room(n),
        )  # fmt: skip
        assert found >= 0, f"a game takes more than {LONGEST_GAME - 1} turns"
        return int(found), classes, positions

    found, classes, positions = walk(np.zeros(0, np.uint8), CUT)
    with ThreadPoolExecutor(jobs) as pool:
        for _, more_classes, more_positions in pool.map(lambda path: walk(path, LONGEST_GAME), pieces[:found]):
            deepest = int(np.flatnonzero(more_classes.any(axis=1))[-1]) + 1
            classes[:deepest] += more_classes[:deepest]
            positions += more_positions
    return classes, positions


def _number(hand: tuple[int, ...]) -> tuple[np.uint64, np.uint64]:
    """A hand as a number in base 32, the card at the bottom last: the 12 last digits, and those before."""
    low, high = hand[::-1][:12], hand[::-1][12:]
    return tuple(np.uint64(sum(card << 5 * place for place, card in enumerate(part))) for part in (low, high))  # type: ignore[return-value]


def _width(n: int) -> int:
    return _NARROW if n <= _NARROW else _WIDE


def _levels(n: int) -> NDArray[Any]:
    """Room for all that may be learnt one after the other: for each card a row of bits, the cards above it."""
    levels = np.zeros((n * (n - 1) // 2 + 2) * _width(n), np.uint16 if n <= _NARROW else np.uint32)
    levels[:n] = [1 << card for card in range(n)]
    return levels


def _room(n: int) -> tuple[NDArray[Any], ...]:
    """What `_extensions` works in."""
    small = np.zeros((6, n + 3), np.int64)
    return np.zeros(1 << n, np.uint64), np.zeros((n, n), np.int64), np.zeros(n, np.uint32), small


def _longest_rows(n: int, order: ReturnOrder, way: str, classes: NDArray[np.uint64]) -> list[Row]:
    half, total = (n + 1) // 2, int(classes.sum())
    return [
        _row(name, n, way, int(np.flatnonzero(classes[:, splits].any(axis=1))[-1]), total)
        for name, splits in (
            (f"longest-{order.lower()}", list(range(n + 1))),
            (f"longest-{order.lower()}-balanced", [half, n - half]),
        )
    ]


def _row(name: str, n: int, way: str, second: int, classes: int) -> Row:
    term = sequence(name).terms.get(n)
    agrees = None if term is None else "yes" if term == second else "no"
    return {
        "sequence": name, "n": n, "way": way, "term": term, "second_way": second, "agrees": agrees,
        "classes": classes,
    }  # fmt: skip


def record(found: list[Row], path: Path, key: tuple[str, ...]) -> None:
    """Put rows into the table at `path`, in place of earlier ones with the same key."""
    rows = list(found)
    if path.exists():
        with path.open(newline="") as file:
            rows = [{**row, "n": int(row["n"])} for row in csv.DictReader(file)] + rows
    table = {tuple(row[name] if name == "n" else str(row[name]) for name in key): row for row in rows}
    write_file(path, csv_table([table[place] for place in sorted(table)]))


def main(folder: Path = FIGURES, works: Any = SHORT, jobs: int = 2) -> None:
    """Check the small decks, compute the terms, and enter them into the table."""
    for n in range(3, LARGEST_PLAIN + 1):
        check_plainly(n)
    for way, n, name in works:
        order = ReturnOrder(name)
        rows = WAYS[way](n, order, jobs)
        terms, by_cycle = ([row for row in rows if ("winners" in row) == is_cycle] for is_cycle in (False, True))
        print(markdown_table(terms), flush=True)
        assert all(row["agrees"] != "no" for row in terms), (way, n, order)
        record([row for row in terms if row["agrees"]], folder / "second-way.csv", ("sequence", "n", "way"))
        if by_cycle:
            print(markdown_table(by_cycle), flush=True)
            record(by_cycle, folder / "second-way-cycles.csv", ("n", "order", "winners", "split"))


# The kernels.


@njit(nogil=True, cache=True)
def _size(labels):  # type: ignore[no-untyped-def]
    bits = np.uint64(labels)
    bits -= (bits >> np.uint64(1)) & np.uint64(0x55555555)
    bits = (bits & np.uint64(0x33333333)) + ((bits >> np.uint64(2)) & np.uint64(0x33333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F)
    return np.int64(((bits * np.uint64(0x01010101)) >> np.uint64(24)) & np.uint64(0xFF))


@njit(nogil=True, cache=True)
def _extensions(above, level, n, room):  # type: ignore[no-untyped-def]
    """The number of linear extensions of an order, which must be below 2^64.

    The cards are sorted by how many are above them. Where the first k of them are above all others the order falls
    into two, one on top of the other; the number is the product over the parts.
    """
    common, small = room[2], room[3]
    by_height, starts = small[0], small[1]
    starts[:] = 0
    for card in range(n):
        starts[_size(above[level + np.uint64(card)]) + 1] += 1
    for size in range(n + 1):
        starts[size + 1] += starts[size]
    for card in range(n):
        size = _size(above[level + np.uint64(card)])
        by_height[starts[size]] = card
        starts[size] += 1
    in_all = _ALL
    for place in range(n - 1, -1, -1):
        in_all &= np.uint32(above[level + np.uint64(by_height[place])])
        common[place] = in_all
    product, taken, first = _ONE, np.uint32(0), 0
    for place in range(n):
        taken |= _BIT << np.uint32(by_height[place])
        if place + 1 == n or taken & ~common[place + 1] == 0:
            if place > first:
                product *= _extensions_of_part(above, level, first, place + 1, room)
            first = place + 1
    return product


@njit(nogil=True, cache=True)
def _extensions_of_part(above, level, first, end, room):  # type: ignore[no-untyped-def]  # noqa: C901
    """The linear extensions of one part, by chains.

    A set that holds with a card all above it takes the first cards of each chain, so it is a number whose digits say
    how many. Adding a card goes to a greater number.
    """
    ways, chains, small = room[0], room[1], room[3]
    by_height, lengths, heights, strides = small[0], small[2], small[3], small[4]
    count = 0
    missing = np.uint32(0)
    for place in range(first, end):
        card = np.uint32(by_height[place])
        missing |= _BIT << card
        row = np.uint32(above[level + np.uint64(card)])
        chain = 0
        while chain < count and (row >> np.uint32(chains[chain, lengths[chain] - 1])) & _BIT == 0:
            chain += 1
        if chain == count:
            count += 1
            lengths[chain] = 0
        chains[chain, lengths[chain]] = card
        lengths[chain] += 1
    total = 1
    for chain in range(count):
        strides[chain] = total
        heights[chain] = 0
        total *= lengths[chain] + 1
    ways[:total] = _NONE
    ways[0] = _ONE
    for taken in range(total - 1):
        if ways[taken]:
            for chain in range(count):
                if heights[chain] < lengths[chain]:
                    card = np.uint32(chains[chain, heights[chain]])
                    if np.uint32(above[level + np.uint64(card)]) & missing == _BIT << card:
                        ways[taken + strides[chain]] += ways[taken]
        chain = 0
        while heights[chain] == lengths[chain]:
            for height in range(lengths[chain]):
                missing |= _BIT << np.uint32(chains[chain, height])
            heights[chain] = 0
            chain += 1
        missing &= ~(_BIT << np.uint32(chains[chain, heights[chain]]))
        heights[chain] += 1
    return ways[total - 1]


@njit(nogil=True, cache=True)
def _is_same(left, right, splits, n, earlier, later):  # type: ignore[no-untyped-def]
    split = splits[earlier]
    if splits[later] != split:
        return False
    for place in range(split):
        if left[earlier + place] != left[later + place]:
            return False
    is_same = True
    for place in range(n - split):
        is_same &= right[earlier + place] == right[later + place]
    return is_same


@cache
def _player(width: int) -> Any:  # noqa: C901
    """The kernel that plays forth, for decks of at most `width` cards."""
    wide = np.uint64(width)

    @njit(nogil=True, cache=True)
    def player(  # type: ignore[no-untyped-def]  # noqa: C901
        n, is_wl, split, whole, ended, cycling, left, right, splits, forks, above, room
    ):
        """Play all games in which Left has `split` cards and wins the first turn; return the number of classes.

        Since the last turn of which something was learnt the game is compared with its position of 1, 2, 4, ... turns
        after that. Return -1 if a game is too long.
        """
        for card in range(split):
            left[card] = card
        for card in range(n - split):
            right[card] = split + card
        splits[0] = split
        turn, kept, horizon, fork, classes = 0, 0, 1, 0, 0
        level = _NONE
        is_second = False
        while True:
            is_over = split == 0 or split == n
            if is_over or (turn > kept and _is_same(left, right, splits, n, kept, turn)):
                classes += 1
                if is_over:
                    ended[turn] += _extensions(above, level, n, room) if whole else _ONE
                else:
                    cycling[turn - kept] += _extensions(above, level, n, room)
                if fork == 0:
                    return classes
                fork -= 1
                turn, split, level = forks[fork, 0], forks[fork, 1], np.uint64(forks[fork, 2])
                is_second = True
            elif turn - kept == horizon:
                kept = turn
                horizon *= 2
            if turn + n + 2 >= left.size:
                return -1
            x, y = np.uint64(left[turn]), np.uint64(right[turn])
            by_left = not is_second and (above[level + x] >> np.uint32(y)) & _BIT == 0
            is_new = is_second or (by_left and (above[level + y] >> np.uint32(x)) & _BIT == 0)
            won, lost = (x, y) if by_left else (y, x)
            if is_new:
                if not is_second and turn > 0:
                    forks[fork, 0], forks[fork, 1], forks[fork, 2] = turn, split, level
                    fork += 1
                higher, shift = above[level + won], np.uint32(lost)
                for card in range(width):
                    row = above[level + np.uint64(card)]
                    above[level + wide + np.uint64(card)] = row | (higher * ((row >> shift) & _BIT))
                level += wide
                kept, horizon, is_second = turn + 1, 1, False
            first, second = (won, lost) if is_wl else (lost, won)
            if by_left:
                left[turn + split], left[turn + split + 1] = first, second
                split += 1
            else:
                right[turn + n - split], right[turn + n - split + 1] = first, second
                split -= 1
            turn += 1
            splits[turn] = split

    return player


@njit(nogil=True, cache=True)
def _without_last_two(low, high):  # type: ignore[no-untyped-def]
    return (low >> np.uint64(10)) | ((high & _LAST_TWO) << np.uint64(50)), high >> np.uint64(10)


@njit(nogil=True, cache=True)
def _with_first(low, high, size, card):  # type: ignore[no-untyped-def]
    if size < _DIGITS:
        return low | card << (_DIGIT * size), high
    return low, high | card << (_DIGIT * (size - _DIGITS))


@cache
def _walker(width: int) -> Any:  # noqa: C901
    """The kernel that goes back, for decks of at most `width` cards."""
    wide = np.uint64(width)

    @njit(nogil=True, cache=True)
    def walker(  # type: ignore[no-untyped-def]  # noqa: C901
        n, is_wl, left, right, split, never, path, cut, counted, classes, positions, pieces, above, extensions, forks,
        winners, room,
    ):  # fmt: skip
        """Count the classes below `path`, depth first; write the paths of those at depth `cut`, and count them not.

        Return how many were written, or -1 if a game is too long. Bit y of `above[level + x]` says that y is x or known
        to be above it.
        """
        n, split, cut, given = np.uint64(n), np.uint64(split), np.uint64(cut), np.uint64(path.size)
        won_at = _DIGIT if is_wl else _NONE
        lost_at = _DIGIT - won_at
        left_low, left_high = left
        right_low, right_high = right
        depth, level, fork, found = _NONE, _NONE, 0, 0
        while True:
            if depth + _ONE == classes.shape[0]:
                return -1
            won, lost = (left_low >> won_at) & _LAST, (left_low >> lost_at) & _LAST
            right_won, right_lost = (right_low >> won_at) & _LAST, (right_low >> lost_at) & _LAST
            if depth < given:
                by_right = path[depth] == 1
                by_left = not by_right
            elif depth == cut:
                pieces[found] = winners[:cut]
                found += 1
                by_left = by_right = False
            else:
                classes[depth, split] += _ONE
                if counted[split]:
                    if extensions[level] == 0:
                        extensions[level] = _extensions(above, level, np.int64(n), room)
                    positions[split] += extensions[level]
                by_left = (split >= _TWO) & ((above[level + won] >> np.uint32(lost)) & _BIT == 0)
                by_right = (split + _TWO <= n) & ((above[level + right_won] >> np.uint32(right_lost)) & _BIT == 0)
                if depth == 0:
                    by_left &= never != 0
                    by_right &= never != 1
            if by_left & by_right:
                forks[fork, 0], forks[fork, 1] = left_low, left_high
                forks[fork, 2], forks[fork, 3] = right_low, right_high
                forks[fork, 4], forks[fork, 5], forks[fork, 6] = split, depth, level
                fork += 1
            if by_left:
                left_low, left_high = _without_last_two(left_low, left_high)
                left_low, left_high = _with_first(left_low, left_high, split - _TWO, won)
                right_low, right_high = _with_first(right_low, right_high, n - split, lost)
                winners[depth] = 0
                split -= _ONE
            else:
                if not by_right:
                    if fork == 0:
                        return found
                    fork -= 1
                    left_low, left_high = forks[fork, 0], forks[fork, 1]
                    right_low, right_high = forks[fork, 2], forks[fork, 3]
                    split, depth, level = forks[fork, 4], forks[fork, 5], forks[fork, 6]
                    right_won, right_lost = (right_low >> won_at) & _LAST, (right_low >> lost_at) & _LAST
                won, lost = right_won, right_lost
                right_low, right_high = _without_last_two(right_low, right_high)
                right_low, right_high = _with_first(right_low, right_high, n - split - _TWO, won)
                left_low, left_high = _with_first(left_low, left_high, split, lost)
                winners[depth] = 1
                split += _ONE
            depth += _ONE
            if (above[level + lost] >> np.uint32(won)) & _BIT == 0:
                higher, shift = above[level + won], np.uint32(lost)
                for card in range(width):
                    row = above[level + np.uint64(card)]
                    above[level + wide + np.uint64(card)] = row | (higher * ((row >> shift) & _BIT))
                level += wide
                extensions[level] = _NONE

    return walker


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(works=[(sys.argv[1], int(sys.argv[2]), sys.argv[3])], jobs=1)
    else:
        main()
