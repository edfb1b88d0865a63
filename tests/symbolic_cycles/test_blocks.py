"""What docs/cycles-of-blocks.md proves, played by lines that share nothing with the package."""

from collections import Counter, defaultdict
from math import comb, factorial, gcd, lcm

import pytest

from tests.support import long
from wargraph import Position, all_positions, even_deals, play
from wargraph.partial_orders.extensions import linear_extensions

BLOCKS = [
    (order, m, q, s)
    for order, first, last in (("WL", 2, 3), ("LW", 1, 2))
    for m in (1, 2, 4, 8)
    for q in (3, 5, 7, 9, 13)
    for s in range(first * m, m * (q - last) + 1, 2 * m)
]
"""The cycles of theorem 1."""


def one_pass(order, m, s, r):
    """The 2m turns of L^m R^m, with places in each hand that count from its top before the first turn.

    Gives for each turn the two places that meet, the winner's first, and the places behind the winner's hand to which
    these cards go: each place with its hand, 0 or 1. None if a hand has no card left.
    """
    top, bottom, turns = [0, 0], [s, r], []
    for turn in range(2 * m):
        if top[0] == bottom[0] or top[1] == bottom[1]:
            return None
        winner = turn // m
        own, other = (winner, top[winner]), (1 - winner, top[1 - winner])
        first, second = (winner, bottom[winner]), (winner, bottom[winner] + 1)
        turns.append((own, other, *((first, second) if order == "WL" else (second, first))))
        top = [place + 1 for place in top]
        bottom[winner] += 2
    return turns if top[0] < bottom[0] and top[1] < bottom[1] else None


def label(order, m, place):
    """The label of a place: a number below 2m, whose first bit is flipped in one of the hands."""
    hand, number = place
    return number % (2 * m) ^ (m if (hand == 1) == (order == "WL") else 0)


def moved_and_won(order, m, s, r):
    """Where one pass takes each card, by the place where it began, and which card beats which; None as above."""
    turns = one_pass(order, m, s, r)
    if turns is None:
        return None
    card_at = {(hand, place): (hand, place) for hand, size in ((0, s), (1, r)) for place in range(size)}
    won = []
    for own, other, own_goes, other_goes in turns:
        won.append((card_at[own], card_at[other]))
        card_at[own_goes], card_at[other_goes] = card_at.pop(own), card_at.pop(other)
    return {card: (hand, place - 2 * m) for (hand, place), card in card_at.items()}, won


def orbits(moved):
    """The orbits of the cards, each as a list along the orbit."""
    left, found = set(moved), []
    while left:
        orbit = [min(left)]
        while (card := moved[orbit[-1]]) != orbit[0]:
            orbit.append(card)
        left -= set(orbit)
        found.append(orbit)
    return found


def length(m, moved):
    """In how many turns everything is back."""
    return 2 * m * lcm(*map(len, orbits(moved)))


def goes_round(moved, won):
    """Whether no orbit lies above itself: take away, again and again, an orbit that lies above none that is left."""
    of = {card: number for number, orbit in enumerate(orbits(moved)) for card in orbit}
    above = {(of[own], of[other]) for own, other in won}
    left = set(of.values())
    while lowest := left - {one for one, other in above if other in left}:
        left -= lowest
    return not left


def deal_of(order, m, q, s):
    """The deal in the proof of theorem 1: the fewer ones, or under LW the more, the higher the card."""
    cards = [(hand, place) for hand, size in ((0, s), (1, m * q - s)) for place in range(size)]
    ranked = sorted(cards, key=lambda card: label(order, m, card).bit_count(), reverse=order == "WL")
    rank = {card: number for number, card in enumerate(ranked, start=1)}
    return Position([rank[card] for card in cards if card[0] == 0], [rank[card] for card in cards if card[0] == 1])


@pytest.mark.parametrize(("order", "m", "q", "s"), BLOCKS)
def test_labels_are_rotated_and_tell_who_wins(order, m, q, s):
    """Lemmas 1 and 2."""
    assert [label(order, m, (hand, 3 * m)) == label(order, m, (hand, m)) for hand in (0, 1)] == [True, True]
    for own, other, own_goes, other_goes in one_pass(order, m, s, m * q - s):
        for before, after in ((own, own_goes), (other, other_goes)):
            first, rest = divmod(label(order, m, before), m)
            assert label(order, m, after) == 2 * rest + first
            assert (before[0] != after[0]) == (first == (order == "WL"))
        winner, loser = label(order, m, own), label(order, m, other)
        assert winner - loser == (-m if order == "WL" else m)
        assert winner.bit_count() - loser.bit_count() == (-1 if order == "WL" else 1)


@pytest.mark.parametrize(("order", "m", "q", "s"), BLOCKS)
def test_the_word_goes_round(order, m, q, s):
    """Theorem 1, and how long the cycle is: the deal of the proof is played by the package."""
    moved, won = moved_and_won(order, m, s, m * q - s)
    assert goes_round(moved, won)
    game = play(deal_of(order, m, q, s), order) if m * q <= 40 and length(m, moved) < 20_000 else None
    if game is not None:
        assert (game.entry, game.period) == (0, length(m, moved))
        winners = "".join(row["winner"][0] for row in game.rows()[:-1])
        assert winners == ("L" * m + "R" * m) * (game.period // (2 * m))


def test_the_cycle_of_spiveys_deal():
    moved, _ = moved_and_won("WL", 4, 24, 28)
    by_labels = defaultdict(list)
    for orbit in orbits(moved):
        by_labels[frozenset(label("WL", 4, card) for card in orbit)].append(len(orbit))
    assert by_labels == {
        frozenset([0b001, 0b010, 0b100]): [19],
        frozenset([0b111]): [7],
        frozenset([0b000]): [3, 3],
        frozenset([0b011, 0b101, 0b110]): [10, 10],
    }
    assert length(4, moved) == 31_920


@pytest.mark.parametrize("n", range(3, 64, 2))
@pytest.mark.parametrize("order", ["WL", "LW"])
def test_the_splits_and_lengths_of_odd_decks(order, n):
    """Theorem 2, with the orbits of its proof."""
    found = {}
    for s in range(1, n):
        passed = moved_and_won(order, 1, s, n - s)
        if passed is None:
            assert s == n - 1
            continue
        if goes_round(*passed):
            found[s] = length(1, passed[0])
            sizes = (s // 2, (n - s - 1) // 2, (n + 1) // 2) if order == "WL" else ((s + 1) // 2, (n - s) // 2, n // 2)
            assert Counter(map(len, orbits(passed[0]))) == Counter(sizes)
        else:
            assert len(orbits(passed[0])) == 1
    if order == "WL":
        assert found == {s: lcm(n + 1, n - s - 1, s) for s in range(2, n - 2, 2)}
    else:
        assert found == {s: lcm(n - 1, n - s, s + 1) for s in range(1, n - 1, 2)}


def is_balanced(position):
    return len(position.left) - len(position.right) in (0, 1)


@pytest.mark.parametrize(
    ("order", "n"),
    [
        *(("WL", n) for n in (*range(5, 40, 2), 10, 18, 20, 26, 34, 36)),
        *(("LW", n) for n in (*range(3, 40, 2), 6, 12, 14, 22, 24, 30)),
    ],
)
def test_balanced_deals_that_never_end(order, n):
    """Theorem 3: during a pass the deal of theorem 1 is balanced."""
    m = n & -n
    q = n // m
    if m == 1:
        s = next(each for each in (n // 2, n // 2 + 1) if each % 2 == (order == "LW"))
    else:
        s = m * (q // 2)
        assert q % 4 == (1 if order == "WL" else 3)
    game = play(deal_of(order, m, q, s), order)
    assert game.is_endless
    assert game.entry == 0
    assert any(is_balanced(position) for position in game.positions)


@pytest.mark.parametrize(("order", "n"), [("WL", 5), ("WL", 7), ("LW", 3), ("LW", 5), ("LW", 7)])
def test_the_endless_balanced_deals_are_as_many_as_is_proved(order, n):
    endless = sum(play(position, order).is_endless for position in even_deals(n))
    assert endless >= factorial(n) / comb(n, n // 2)


def extensions_of_cycle(order, s, n):
    """e(C) of a cycle of LR."""
    moved, won = moved_and_won(order, 1, s, n - s)
    numbers = {card: number for number, card in enumerate(moved)}
    comparisons = set()
    for _ in range(length(1, moved) // 2):
        comparisons |= {(numbers[own], numbers[other]) for own, other in won}
        won = [(moved[own], moved[other]) for own, other in won]
    return linear_extensions(n, comparisons)


@pytest.mark.parametrize("n", [3, 5, *long(7, 9, 11, 13)])
@pytest.mark.parametrize("order", ["WL", "LW"])
def test_the_number_of_positions_on_a_cycle(order, n):
    """The proposition; and all positions on cycles, counted by playing every game."""
    least, total = factorial(n // 2) * factorial(n // 2 + 1), 0
    for s in range(2, n - 2, 2) if order == "WL" else range(1, n - 1, 2):
        a, b = (s // 2, n // 2 + 1) if order == "WL" else ((s + 1) // 2, n // 2)
        found = extensions_of_cycle(order, s, n)
        total += 2 * found
        is_prime = gcd(a, b) == gcd(n - a - b, b) == 1
        assert (found == least) if is_prime else (found > least)
    if n <= 7:
        on_cycles = [play(each, order).entry == 0 for each in all_positions(n) if each.left and each.right]
        assert sum(on_cycles) == total
