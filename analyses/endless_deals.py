"""How many games of War never end, and why are decks of 2^k and 3 * 2^k cards special?

    python analyses/endless_deals.py

Deal the deck 1..n evenly and fix how the winner of a turn returns the two cards. Then a game either ends or comes
back to a position it has seen, and goes round forever. OEIS A400411 (Okwor 2026) counts the deals that never end
under WL. Spivey (2010) constructed cycles for every n that is not 2^k or 3 * 2^k; point 3 is about these cycles.

The simple method is to play every deal. It checks the fast method (transcript classes, docs/transcripts.md) for small
n; beyond that the fast method works alone.

Results. For the decks in figures/endless-cycles.csv it is proved that no cycle is missing, because the finite
deals and those that run into the cycles are all deals. For words and blocks every case was computed, as far as it
says; docs/cycles-of-blocks.md proves point 3, and that odd decks have no word but LR, for all n.

1. *Odd and even decks are two worlds.* Of the balanced deals of an odd deck more and more never end: 60% of 9 cards,
   78% of 13, 88% of 17 (WL). Of an even deck up to n = 14 no more than 11% do, or none at all.
2. *A cycle is a word of winners.* Written with labels for cards, all endless games of a deck run into a handful of
   cycles. On the odd decks up to n = 15 the players win in turn (the word LR), and there is one cycle for each way to
   hold the cards. Its length is lcm(n + 1, s - 1, n - s) under WL, where s, the cards of the player who loses the next
   turn, is odd; under LW it is lcm(n - 1, s, n + 1 - s) with s even. That LR has these cycles was computed for every
   odd n <= 63. That no other word has one on an odd deck was computed for all words of up to 24 letters and n <= 32,
   and of up to 18 letters and n <= 63.
3. *Blocks.* Write n = m q with m a power of two and q odd. Then the players win m turns each, in turn: the word is
   L^m R^m, and blocks of m cards go round as single cards do on an odd deck. Under WL these are Spivey's cycles; his
   published deal of 52 cards follows LLLLRRRR. New is how many there are. For every n <= 63 there are (q - 3)/2
   such cycles under WL and (q - 1)/2 under LW (none for q = 1), and none with any other block. So up to there they are
   missing exactly where q = 1 or q = 3 under WL, that is for n = 2^k and n = 3 * 2^k, and for n = 2^k under LW.
4. *Even decks have other words too.* Under LW 39% of the endless balanced deals of 10 cards follow another word than
   LLRR: LLRLRLRR 25%, and a word of 60 letters 14%. All words of up to 24 letters on even decks of up to 32 cards are
   in figures/endless-words.csv.
5. *So 2^k is not special forever.* On 32 cards, where no block goes round, the word L^8 R^4 L R^3 L R^3 does under WL,
   2400 turns once round. The study plays such a deal by the plain rules. Of all words of up to 24 letters it is the
   only one on 2^k or 3 * 2^k <= 32 cards under WL.
"""

import sys
from itertools import product
from math import factorial, lcm
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wargraph import (
    FIXED_ORDERS,
    Deals,
    ParameterError,
    ReturnOrder,
    RunOptions,
    balanced_deals,
    endless,
    endless_cycles,
    play,
)
from wargraph.fixed_order.transcripts.cycles import SymbolicCycle
from wargraph.plots.data import WIDTH
from wargraph.plots.drawing import Chart
from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table, markdown_table

FIGURES = Path(__file__).parent.parent / "figures"
SIZES = (*range(1, 14), 15, 17)
LARGEST_PLAIN = 6
LARGEST_WITH_CYCLES = 15
LARGEST_BLOCKS = 63
LONGEST_WORD = 24
LARGEST_WITH_WORDS = 32
LONGEST_WORD_OF_LARGE_DECKS = 18
LONGEST_CYCLE = 1 << 20
COLOURS = {ReturnOrder.WL: "#0072B2", ReturnOrder.LW: "#D55E00"}
PATIENT = RunOptions(hours=6)


def check_plainly(n: int) -> None:
    """Compare the count of endless balanced deals with playing every one."""
    for order in FIXED_ORDERS:
        played = sum(play(deal, order).is_endless for deal in balanced_deals(n))
        assert endless(n, order, "balanced").endless == played, (n, order)


def shares(largest: int) -> list[Row]:
    """One row for each n and order: how many balanced deals never end."""
    rows = []
    for n, order in product((n for n in SIZES if n <= largest), FIXED_ORDERS):
        found = endless(n, order, "balanced", PATIENT)
        found.verify()
        rows += found.rows()
    return rows


def cycles(largest: int) -> list[Row]:
    """One row for each symbolic cycle that deals run into; the share is of all these deals."""
    rows: list[Row] = []
    sizes = (n for n in SIZES if n <= min(largest, LARGEST_WITH_CYCLES))
    for n, order, deals in product(sizes, FIXED_ORDERS, Deals):
        total = factorial(n) if deals is Deals.BALANCED else max(1, factorial(n + 1) // 2)
        rows += [
            {
                "n": n,
                "order": str(order),
                "deals": str(deals),
                **row,
                "share": round(int(str(row["positions"])) / total, 6),
            }
            for row in endless_cycles(n, order, deals, PATIENT).rows()
        ]
    return rows


def check_words(n: int) -> None:
    """Compare the kernel with the plain symbolic cycles, on all words of up to six letters."""
    for order, letters in product(FIXED_ORDERS, (2, 4, 6)):
        for word in map("".join, product("LR", repeat=letters)):
            plain = {}
            for split in range(1, n):
                try:
                    plain[split] = SymbolicCycle(n, order, split, word).length
                except ParameterError:  # a hand runs empty, or the comparisons contradict each other
                    continue
            assert cycles_of_word(n, order, word) == plain, (n, order, word)


def cycles_of_word(n: int, order: ReturnOrder, word: str) -> dict[int, int]:
    """The symbolic cycles of a word on at most 64 cards: by Left's cards at its start, their lengths."""
    letters = np.array([["LR".index(letter) for letter in word]], np.uint8)
    return {split: turns for _, split, turns in _cycles_of_words(n, order, letters)}


def block_cycles(n: int, order: ReturnOrder) -> dict[int, dict[int, int]]:
    """The cycles in which the players win m turns each in turn: by m and by Left's cards, their lengths."""
    found = {block: cycles_of_word(n, order, "L" * block + "R" * block) for block in range(1, n)}
    return {block: cycles for block, cycles in found.items() if cycles}


def check_power_of_two() -> None:
    """Play an endless deal of 32 cards under WL by the plain rules."""
    cycle = SymbolicCycle(32, ReturnOrder.WL, 4, "LLLLLLLLRRRRLRRRLRRR")
    game = play(cycle.classes[0].example(), cycle.order)
    assert (game.preperiod, game.cycle_length) == (0, 2400), game


def blocks(largest: int) -> list[Row]:
    """One row for each n: the block of the cycles, and their number under each order, checked against the claims."""
    rows: list[Row] = []
    for n in range(2, largest + 1):
        block = n & -n
        row: Row = {"n": n, "block": block, "odd_part": n // block}
        for order, fewer in ((ReturnOrder.WL, 3), (ReturnOrder.LW, 1)):
            found = block_cycles(n, order)
            assert set(found) <= {block}, (n, order, found)
            row[f"cycles_{order.lower()}"] = len(found.get(block, {}))
            assert row[f"cycles_{order.lower()}"] == max(0, (n // block - fewer) // 2), (n, order, found)
            if block == 1:
                for split, length in found.get(1, {}).items():
                    s = n - split  # Left wins the first turn of the word, so this is the hand of the one who loses it
                    is_wl = order is ReturnOrder.WL
                    claimed = lcm(n + 1, s - 1, n - s) if is_wl else lcm(n - 1, s, n + 1 - s)
                    assert length == claimed, (n, order, split)
        rows.append(row)
    return rows


def words(largest: int, letters: int) -> list[Row]:
    """One row for each word but LR that contradicts nothing from some split of an even deck; odd decks have LR only.

    All words of up to so many letters up to rotation and exchange of the players, from every split.
    """
    rows: list[Row] = []
    for length in range(2, letters + 1, 2):
        every = necklaces(length)
        for n, order in product(range(2, largest + 1), FIXED_ORDERS):
            by_word: dict[str, list[tuple[int, int]]] = {}
            for place, split, turns in _cycles_of_words(n, order, every):
                by_word.setdefault("".join("LR"[letter] for letter in every[place]), []).append((split, turns))
            if n % 2:
                assert by_word.keys() <= {"LR"}, (n, order, by_word)
                continue
            rows += [
                {
                    "letters": length,
                    "n": n,
                    "order": str(order),
                    "winners": word,
                    "splits": " ".join(str(split) for split, _ in cycles),
                    "cycle_lengths": " ".join(str(turns) for _, turns in cycles),
                }
                for word, cycles in by_word.items()
            ]
    return rows


def necklaces(letters: int) -> NDArray[np.uint8]:
    """All words of as many L as R, up to rotation and exchange of L and R, that repeat no shorter one: a row each.

    >>> ["".join("LR"[letter] for letter in word) for word in necklaces(6)]
    ['LLLRRR', 'LLRLRR']
    """
    found = np.zeros(1 << letters, np.uint64)
    numbers = found[: _necklaces(letters, found)]
    return (numbers[:, None] >> np.arange(letters - 1, -1, -1).astype(np.uint64) & np.uint64(1)).astype(np.uint8)


def _cycles_of_words(n: int, order: ReturnOrder, words: NDArray[np.uint8]) -> list[list[int]]:
    """The symbolic cycles of words, a row each, from all splits: the word's place, Left's cards, the length."""
    found = np.zeros((len(words) * n, 3), np.int64)
    below, tapes = np.zeros(n, np.uint64), np.zeros((2, LONGEST_CYCLE + n + 2), np.uint8)
    return found[: _search_words(n, order is ReturnOrder.WL, words, found, below, *tapes)].tolist()  # type: ignore[no-any-return]


def draw(table: list[Row], cycle_table: list[Row], path: Path) -> None:
    """The share of endless deals against n, and how the cycle lengths share the endless deals of odd decks."""
    figure = Chart(figsize=(WIDTH, 6.4), layout="constrained")
    above, below = figure.subplots(2)
    for order, marker in ((ReturnOrder.WL, "o"), (ReturnOrder.LW, "s")):
        for parity, line in ((1, "-"), (0, "--")):
            rows = [row for row in table if row["order"] == order and int(str(row["n"])) % 2 == parity]
            above.plot(
                [int(str(row["n"])) for row in rows],
                [100 * float(str(row["share"])) for row in rows],
                color=COLOURS[order],
                linestyle=line,
                marker=marker,
                label=f"{order}, {'odd' if parity else 'even'} n",
            )
    above.set_ylabel("Balanced deals that never end (%)")
    above.set_xticks([n for n in SIZES if any(row["n"] == n for row in table)])
    above.set_xlabel("n (cards)")
    above.set_title("Endless deals", loc="left")
    above.legend(frameon=False)
    names, bottoms = [], {}
    for row in cycle_table:
        if int(str(row["n"])) % 2 and row["deals"] == Deals.BALANCED:
            name = f"{row['n']}\n{row['order']}"
            start = bottoms.setdefault(name, 0.0)
            height = 100 * float(str(row["share"]))
            bar = below.bar(name, height, bottom=start, color=COLOURS[ReturnOrder(row["order"])], edgecolor="white")
            if height > 4:
                below.bar_label(bar, labels=[str(row["cycle_length"])], label_type="center", color="white", fontsize=8)
            bottoms[name] = start + height
            names.append(name)
    below.set_ylabel("Balanced deals (%), by cycle length")
    below.set_xlabel("n (cards), and the return order")
    below.set_title("Lengths of the cycles they run into, odd decks", loc="left")
    for axes in (above, below):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#DDDDDD")
        axes.set_axisbelow(True)
    figure.save(path)


def main(folder: Path = FIGURES, largest: int = SIZES[-1], letters: int = LONGEST_WORD) -> None:
    """Check, compute, write the tables and the figure."""
    for n in range(1, min(largest, LARGEST_PLAIN) + 1):
        check_plainly(n)
        check_words(n)
    check_power_of_two()
    table, cycle_table, block_table = shares(largest), cycles(largest), blocks(min(4 * largest, LARGEST_BLOCKS))
    word_table = words(min(2 * largest, LARGEST_WITH_WORDS), letters)
    words(min(4 * largest, LARGEST_BLOCKS), min(letters, LONGEST_WORD_OF_LARGE_DECKS))  # for odd decks
    print(f"n = 1..{LARGEST_PLAIN} agree with the plain rules\n")
    for rows in (table, cycle_table, block_table, word_table):
        print(markdown_table(rows), end="\n\n")
    write_file(folder / "endless-deals.csv", csv_table(table))
    write_file(folder / "endless-cycles.csv", csv_table(cycle_table))
    write_file(folder / "endless-blocks.csv", csv_table(block_table))
    write_file(folder / "endless-words.csv", csv_table(word_table))
    draw(table, cycle_table, folder / "endless-deals.svg")


@njit(nogil=True, cache=True)
def _necklaces(letters, found):  # type: ignore[no-untyped-def]
    """Write the words of `necklaces` as binary numbers, L as 0, each the least of its rotations and exchanges."""
    one, top = np.uint64(1), np.uint64(letters - 1)
    everything = (one << np.uint64(letters)) - one
    count = 0
    for number in range((1 << (letters // 2)) - 1, 1 << (letters - 1)):
        word = turned = np.uint64(number)
        won_by_right = np.uint64(0)
        is_least = True
        for turn in range(letters):
            won_by_right += turned & one
            is_least &= turned >= word and turned ^ everything >= word and (turn == 0 or turned != word)
            if not is_least:
                break
            turned = ((turned << one) & everything) | (turned >> top)
        if is_least and won_by_right * np.uint64(2) == letters:
            found[count] = word
            count += 1
    return count


@njit(nogil=True, cache=True)
def _search_words(n, is_wl, words, found, below, left, right):  # type: ignore[no-untyped-def]
    """Write the rows of `_cycles_of_words`; return how many there are."""
    count = 0
    for place in range(words.shape[0]):
        for split in range(1, n):
            length = _cycle_length(n, is_wl, split, words[place], below, left, right)
            if length:
                found[count, 0], found[count, 1], found[count, 2] = place, split, length
                count += 1
    return count


@njit(nogil=True, cache=True)
def _cycle_length(n, is_wl, split, word, below, left, right):  # type: ignore[no-untyped-def]  # noqa: C901
    """Turns until a word played again and again from a split brings every card back; 0 if that contradicts itself."""
    for card in range(n):
        below[card] = np.uint64(1) << np.uint64(card)
    for card in range(split):
        left[card] = card
    for card in range(n - split):
        right[card] = split + card
    size, letter = split, 0
    for turn in range(left.size - n - 2):
        if size == 0 or size == n:
            return 0
        by_left = word[letter] == 0
        won, lost = (left[turn], right[turn]) if by_left else (right[turn], left[turn])
        if (below[lost] >> np.uint64(won)) & np.uint64(1):
            return 0
        lower = below[lost]
        for card in range(n):
            if (below[card] >> np.uint64(won)) & np.uint64(1):
                below[card] |= lower
        above, under = (won, lost) if is_wl else (lost, won)
        if by_left:
            left[turn + size], left[turn + size + 1] = above, under
            size += 1
        else:
            right[turn + n - size], right[turn + n - size + 1] = above, under
            size -= 1
        letter += 1
        if letter == word.size:
            letter = 0
            if size != split:
                return 0
            is_back = True
            for card in range(n):
                is_back &= (left[turn + 1 + card] if card < split else right[turn + 1 + card - split]) == card
            if is_back:
                return turn + 1
    raise ValueError("a cycle is longer than the room for it")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
