"""Is there an endless deal of 32 cards if all cards that were won go back sorted, the highest first?

    python analyses/sorted_returns.py                          all of the table: an hour on two cores
    python analyses/sorted_returns.py RANKS DRAWS LETTERS      a deck of so many ranks, up to so many draws and letters

Delahaye and Mathieu have asked this since 1995. On a cycle of the game, who wins the rounds and which comparisons are
draws follows a word (docs/endless-full-deck.md). If a round has draws, the word does not say where the cards of a drawn
pair go: above the winner's card, between the two cards that decided, or below them. The *pattern* of a cycle is its
word with the order in which the cards of each round go back, the same in every pass. (Of equal cards either may go
first.) A pattern and a split determine where each card goes. So one pass permutes the places of the cards; the cycles
of this permutation are the orbits. Give an orbit the highest rank of its cards as its height. If the card at one place
beats the card at another one in some pass, it does so in every pass, and so in the pass that brings the highest card of
the second orbit there. Hence

- a card that wins is of a higher orbit than the card that loses, and two cards that draw are of equally high orbits;
- the cards of a round go back in an order in which no orbit is higher than the one before;
- in a deck of four suits at most 4h cards are of orbits of height h or less, as their ranks are h or less.

A propositional formula says all of this. Its unknowns are, for each comparison of the pattern, who takes the cards,
whether it is a draw, how many cards Left has, and the heights of both cards; and for each round the order in which its
cards go back. These conditions are necessary. A SAT solver lists all patterns of so many letters that meet them (a
letter is a comparison), or finds that there is none. For each pattern the demands of all passes are collected and
closed transitively, and a complete search looks for ranks of a real deck that meet them. So where no deal is found, no
endless game of this deck has a pattern of exactly so many letters with no more draws in a round than were asked for, if
the solver is right.

The table says how many pairs of a split and a pattern were listed. A pattern counts once for each round at which Left
has the fewest cards, and again as a repetition in the rows of its multiples.
"""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, count, pairwise, permutations
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeVar

from known_ranks import Comparison, KnownRanks
from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Solver
from suited_cycles import ranks_for

from wargraph.report.files import write_file
from wargraph.report.result import Row
from wargraph.report.tables import csv_table

FIGURES = Path(__file__).parent.parent / "figures"
SUITS = 4
SEARCHES = ((8, 1, 26), (8, 2, 16))
WINNER, LOSER = "w", "l"
"""The two cards that decide a round; the pairs drawn before are 0, 1, ... in the order in which they were laid."""

Card = TypeVar("Card")
Clause = list[int]
Height = list[int]
"""Variables that say whether a height is above 1, above 2, and so on."""


class Round(NamedTuple):
    """A round of a pattern: who wins it, and how its cards go back, the highest first.

    >>> Round("L", "w0l").word
    '=L'
    """

    winner: str
    returned: str

    @property
    def letters(self) -> int:
        """How many comparisons there are."""
        return len(self.returned) - 1

    @property
    def word(self) -> str:
        """The draws and the winner."""
        return "=" * (self.letters - 1) + self.winner

    def pairs(self, own: Sequence[Card], other: Sequence[Card]) -> dict[str, list[Card]]:
        """What each mark of `returned` stands for, if the players lay down these cards in turn."""
        drawn = {str(place): [own[place], other[place]] for place in range(self.letters - 1)}
        return {WINNER: [own[-1]], LOSER: [other[-1]], **drawn}

    def __str__(self) -> str:
        return self.winner if self.letters == 1 else f"{self.word}({self.returned})"


Pattern = tuple[Round, ...]


def orders(letters: int) -> list[str]:
    """All orders in which the cards of a round can go back: the winner's card before the loser's.

    >>> orders(1), orders(2)
    (['wl'], ['wl0', 'w0l', '0wl'])
    """
    marks = WINNER + LOSER + "".join(map(str, range(letters - 1)))
    return ["".join(order) for order in permutations(marks) if order.index(WINNER) < order.index(LOSER)]


class Formula:
    """All patterns of so many letters on a deck, from a split at which Left has as few cards as any player ever has.

    Either a cycle or its mirror image has such a split before some round. The pattern is counted from there.

    The cards that Left lays down first, second and so on in a pass are Left's *tape*, and Right has one too; comparison
    i is between place i of Left's tape and place i of Right's. A card that is put under a hand comes on the tape behind
    all cards of the hand. Each player lays down one card for each letter, and the card laid down at the same moment of
    the next pass is of the same orbit. So the heights on a tape repeat after as many places as there are letters, also
    if a hand is longer.
    """

    def __init__(self, ranks: int, suits: int, letters: int, split: int, draws: int) -> None:
        self.suits, self.cards, self.letters, self.split, self.draws = suits, ranks * suits, letters, split, draws
        self.above = range(ranks - 1)
        self.variables = IDPool()
        number = self.variables.id
        self.tapes = [[[number(("above", side, i, h)) for h in self.above] for i in range(letters)] for side in "LR"]
        self.is_draw = [number(("draw", i)) for i in range(letters)]
        self.is_left = [number(("left", i)) for i in range(letters)]
        # How many of the letters before are Left's.
        self.lefts = [
            {lefts: number(("lefts", i, lefts)) for lefts in range(max(0, i - letters // 2), min(i, letters // 2) + 1)}
            for i in range(letters + 1)
        ]
        self.orders: dict[tuple[int, int], dict[str, int]] = {}

    def clauses(self) -> Iterator[Clause]:
        """The formula."""
        for tape in self.tapes:
            for height in tape:
                yield from ([-higher, lower] for lower, higher in pairwise(height))
        yield from self._of_comparisons()
        yield from self._of_counts()
        for first in range(self.letters):
            for letters in range(1, min(self.draws + 1, self.letters - first) + 1):
                yield from self._of_round(first, letters)
        yield from self._of_deck()

    def _of_comparisons(self) -> Iterator[Clause]:
        yield [-self.is_draw[-1]]  # a pattern ends with a round
        for i, (left, right, is_draw, is_left) in enumerate(zip(*self.tapes, self.is_draw, self.is_left, strict=True)):
            yield from as_high([-is_draw], left, right)
            yield from as_high([-is_draw], right, left)
            for high, low, unless in ((left, right, [is_draw, -is_left]), (right, left, [is_draw, is_left])):
                yield [*unless, high[0]]
                yield [*unless, -low[-1]]
                yield from ([*unless, -lower, higher] for lower, higher in zip(low, high[1:], strict=False))
            if i + 1 < self.letters:
                after = self.is_left[i + 1]
                yield from ([-is_draw, -is_left, after], [-is_draw, is_left, -after])
            if i + self.draws < self.letters:
                yield [-each for each in self.is_draw[i : i + self.draws + 1]]

    def _of_counts(self) -> Iterator[Clause]:
        for i, before in enumerate(self.lefts):
            yield [*before.values()]
            yield from ([-one, -other] for one, other in combinations(before.values(), 2))
            if i == self.letters:
                break
            for lefts, is_so in before.items():
                for unless, after in ((self.is_left[i], lefts), (-self.is_left[i], lefts + 1)):
                    known = self.lefts[i + 1].get(after)
                    yield [-is_so, unless] if known is None else [-is_so, unless, known]
                held = self.split + 2 * lefts - i
                if not self.split <= held <= self.cards - self.split:
                    yield [*self._unless_begins(i), -is_so]
                    continue
                fewest = min(held, self.cards - held)
                if fewest <= self.draws:  # a hand that runs out in a draw has lost
                    yield [*self._unless_begins(i), -is_so, *(-each for each in self.is_draw[i : i + fewest])]

    def _unless_begins(self, i: int) -> Clause:
        """Literals of which one is true unless a round begins with comparison i."""
        return [self.is_draw[i - 1]] if i else []

    def _of_round(self, first: int, letters: int) -> Iterator[Clause]:
        """How the cards of a round go back, which begins with a comparison and has so many."""
        last = first + letters - 1
        unless = [*self._unless_begins(first), *(-each for each in self.is_draw[first:last]), self.is_draw[last]]
        chosen = {order: self.variables.id(("order", first, order)) for order in orders(letters)}
        self.orders[first, letters] = chosen
        yield [*unless, *chosen.values()]
        yield from ([-one, -other] for one, other in combinations(chosen.values(), 2))
        yield from ([-is_so, -literal] for is_so in chosen.values() for literal in unless)
        for side, is_lost in enumerate((-self.is_left[last], self.is_left[last])):
            own, other = (
                [tape[i] for i in range(first, last + 1)] for tape in (self.tapes[side], self.tapes[1 - side])
            )
            for order, is_so in chosen.items():
                pairs = Round("LR"[side], order).pairs(own, other)
                otherwise = [*unless, is_lost, -is_so]
                for one, following in pairwise(order):
                    yield from as_high(otherwise, pairs[one][0], pairs[following][0])
                returned = [height for mark in order for height in pairs[mark]]
                for lefts, is_count in self.lefts[first].items():
                    end = self.cards - self.split + 2 * (first - lefts) if side else self.split + 2 * lefts
                    for later, height in enumerate(returned):
                        place = self.tapes[side][(end + later) % self.letters]
                        yield from as_high([*otherwise, -is_count], height, place)
                        yield from as_high([*otherwise, -is_count], place, height)

    def _of_deck(self) -> Iterator[Clause]:
        """No more cards are of low orbits than there are low cards."""
        hands = [self.tapes[0][i % self.letters] for i in range(self.split)]
        hands += [self.tapes[1][i % self.letters] for i in range(self.cards - self.split)]
        for h in self.above:
            literals: Clause = []
            for height in hands:
                literal = height[h]
                if -literal in literals:  # the same place once more: an own variable for each card
                    literal = self.variables.id()
                    yield from ([-literal, height[h]], [literal, -height[h]])
                literals.append(-literal)
            low = self.suits * (h + 1)
            yield from CardEnc.atmost(literals, low, vpool=self.variables, encoding=EncType.totalizer).clauses

    def patterns(self) -> Iterator[Pattern]:
        """The patterns that fulfil it."""
        with Solver("cadical195", self.clauses()) as solver:
            while solver.solve():
                model = {*solver.get_model()}
                pattern, used, first = [], [], 0
                while first < self.letters:
                    letters = next(k for k in count(1) if self.is_draw[first + k - 1] not in model)
                    order, is_so = next(each for each in self.orders[first, letters].items() if each[1] in model)
                    pattern.append(Round("LR"[self.is_left[first] not in model], order))
                    used.append(is_so)
                    first += letters
                yield tuple(pattern)
                solver.add_clause([-each if each in model else each for each in (*used, *self.is_left)])


def as_high(unless: Clause, high: Height, low: Height) -> Iterator[Clause]:
    """One height is at least as great as another, unless something is so."""
    return ([*unless, -lower, higher] for higher, lower in zip(high, low, strict=True))


def demands(cards: int, split: int, pattern: Pattern) -> KnownRanks | None:
    """What a pattern that is played forever demands of the cards; None if that contradicts itself.

    Cards are numbered by their places at the start: Left's from the top, then Right's.
    """
    hands = [*range(split)], [*range(split, cards)]
    demanded = []
    for played in pattern:
        side = "LR".index(played.winner)
        laid = [[hand.pop(0) for _ in range(played.letters)] for hand in hands]
        pairs = played.pairs(laid[side], laid[1 - side])
        demanded.append(Comparison(pairs[LOSER][0], pairs[WINNER][0], True))
        demanded += [Comparison(*both, False) for cards_ in pairs.values() for both in permutations(cards_, 2)]
        demanded += [Comparison(pairs[low][0], pairs[high][0], False) for high, low in pairwise(played.returned)]
        hands[side].extend(card for mark in played.returned for card in pairs[mark])
    after = [*hands[0], *hands[1]]

    def images() -> Iterator[Comparison]:
        for first in demanded:
            image = first
            while True:
                yield image
                image = Comparison(after[image.low], after[image.high], image.is_strict)
                if image == first:
                    break

    return KnownRanks.nothing(cards).with_all(images())


def deals(ranks: int, suits: int, split: int, pattern: Pattern) -> list[int] | None:
    """Ranks for the cards of a pattern, in a deck; None if it has no such cards."""
    known = demands(ranks * suits, split, pattern)
    assert known is not None, pattern  # as the heights order the orbits
    fitting = ranks_for(known, [suits] * ranks)
    return None if fitting is None else [fitting[card] for card in range(ranks * suits)]


def searched(ranks: int, suits: int, letters: int, split: int, draws: int) -> tuple[int, list[tuple[str, str]]]:
    """How many patterns a formula has, and those that fit the deck, with their hands."""
    found, fit = 0, []
    for pattern in Formula(ranks, suits, letters, split, draws).patterns():
        found += 1
        hand = deals(ranks, suits, split, pattern)
        if hand:
            hands = (",".join(map(str, part)) for part in (hand[:split], hand[split:]))
            fit.append((" ".join(map(str, pattern)), "|".join(hands)))
    return found, fit


def main(folder: Path | None = FIGURES, searches: Iterable[tuple[int, int, int]] = SEARCHES) -> None:
    """Search decks of four suits, by ranks, draws and letters; print what was found, and write it to a folder."""
    rows: list[Row] = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as executor:
        for ranks, draws, longest in searches:
            for letters in range(2, longest + 1, 2):
                began = time.monotonic()
                asked = [(ranks, SUITS, letters, split, draws) for split in range(1, ranks * SUITS // 2 + 1)]
                parts = [*executor.map(searched, *zip(*asked, strict=True))]
                patterns, fit = sum(part[0] for part in parts), [each for part in parts for each in part[1]]
                pattern, hands = fit[0] if fit else ("", "")
                row = {"ranks": ranks, "draws": draws, "letters": letters, "patterns": patterns, "fit": len(fit)}
                rows.append(row | {"pattern": pattern, "hands": hands})
                if folder:
                    write_file(folder / "sorted-returns.csv", csv_table(rows))
                print(*row.values(), f"{time.monotonic() - began:.0f} s", pattern, hands, file=sys.stderr, flush=True)


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:])]
    main(None, [(given[0], given[1], given[2])]) if given else main()
