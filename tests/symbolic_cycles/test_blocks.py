"""What docs/cycles-of-blocks.md proves, played by lines that share nothing with the package."""

from collections import Counter
from itertools import pairwise, permutations, product
from math import factorial, gcd, lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import long
from wargraph import Position, all_positions, play
from wargraph.core.rules import child
from wargraph.partial_orders.extensions import linear_extensions


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


def number_of(order, k, place):
    """The number of the card that is played from a place: below 2k."""
    hand, at = place
    return (at + (k if (hand == 1) == (order == "WL") else 0)) % (2 * k)


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
    ranked = sorted(cards, key=lambda card: number_of(order, m, card).bit_count(), reverse=order == "WL")
    rank = {card: number for number, card in enumerate(ranked, start=1)}
    return Position([rank[card] for card in cards if card[0] == 0], [rank[card] for card in cards if card[0] == 1])


@pytest.mark.parametrize("order", ["WL", "LW"])
@pytest.mark.parametrize("k", range(1, 9))
def test_numbers_tell_who_wins_and_what_follows(order, k):
    """Lemmas 1 and 2, from all splits from which no hand runs out."""
    for s, r in product(range(1, 4 * k), range(k + 1, 4 * k)):
        c = (s, r - k) if order == "WL" else (s + k, r)
        for own, other, own_goes, other_goes in one_pass(order, k, s, r):
            winner, loser = number_of(order, k, own), number_of(order, k, other)
            assert winner - loser == (-k if order == "WL" else k)
            for before, after in ((own, own_goes), (other, other_goes)):
                number = number_of(order, k, before)
                e = int(number >= k)
                assert number_of(order, k, after) == (2 * number + c[after[0]] + e) % (2 * k)
                assert (before[0] == after[0]) == (e == (order == "LW"))


def check_cycle(order, m, q, s):
    """Theorem 1 for one split."""
    for own, other, own_goes, other_goes in one_pass(order, m, s, m * q - s):
        for before, after in ((own, own_goes), (other, other_goes)):
            first, rest = divmod(number_of(order, m, before), m)
            assert number_of(order, m, after) == 2 * rest + first
        winner, loser = (number_of(order, m, place).bit_count() for place in (own, other))
        assert winner - loser == (-1 if order == "WL" else 1)
    moved, won = moved_and_won(order, m, s, m * q - s)
    assert goes_round(moved, won)
    if m * q <= 40 and length(m, moved) < 5000:
        game = play(deal_of(order, m, q, s), order)
        assert (game.preperiod, game.cycle_length) == (0, length(m, moved))
        assert "".join(row["winner"][0] for row in game.rows()[:-1]) == ("L" * m + "R" * m) * (
            game.cycle_length // (2 * m)
        )


@pytest.mark.parametrize("order", ["WL", "LW"])
@pytest.mark.parametrize("m", [1, 2, 4, 8])
def test_the_word_goes_round(order, m):
    """Theorem 1: in its proof the number of ones never changes, and tells who wins; its deal is played."""
    first, last = (2, 3) if order == "WL" else (1, 2)
    for q in range(3, 16, 2):
        for s in range(first * m, m * (q - last) + 1, 2 * m):
            check_cycle(order, m, q, s)


def test_the_orbits_of_spiveys_cycle():
    moved, _ = moved_and_won("WL", 4, 24, 28)
    assert sorted(map(len, orbits(moved))) == [3, 3, 7, 10, 10, 19]
    assert length(4, moved) == 31_920


@pytest.mark.parametrize("order", ["WL", "LW"])
def test_the_splits_and_lengths_of_odd_decks(order):
    """Theorem 2, with the orbits of its proof."""
    for n in range(3, 64, 2):
        found = {}
        for s in range(1, n):
            passed = moved_and_won(order, 1, s, n - s)
            if passed is None:
                assert s == n - 1
                continue
            if goes_round(*passed):
                found[s] = length(1, passed[0])
                sizes = (
                    (s // 2, (n - s - 1) // 2, (n + 1) // 2) if order == "WL" else ((s + 1) // 2, (n - s) // 2, n // 2)
                )
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
    ("order", "sizes"),
    [
        ("WL", [*range(5, 40, 2), 10, 18, 20, 26, 34, 36]),
        ("LW", [*range(3, 40, 2), 6, 12, 14, 22, 24, 28, 30, 38]),
    ],
)
def test_balanced_deals_that_never_end(order, sizes):
    """Theorem 3: during a pass the deal of theorem 1 is balanced."""
    for n in sizes:
        m, q = n & -n, n // (n & -n)
        if m == 1:
            s = next(each for each in (n // 2, n // 2 + 1) if each % 2 == (order == "LW"))
        else:
            s = m * (q // 2)
            assert q % 4 == (1 if order == "WL" else 3)
        game = play(deal_of(order, m, q, s), order)
        assert game.preperiod == 0
        assert any(is_balanced(position) for position in game.positions)


@pytest.mark.parametrize(("order", "n"), [("WL", 5), ("LW", 3), ("LW", 5), *long(("WL", 7), ("LW", 7))])
def test_endless_balanced_deals_are_as_many_as_proved(order, n):
    """The count of theorem 3: deals in which the cards of B are the lowest are on the cycle, and all different."""
    s = next(each for each in (n // 2, n // 2 + 1) if each % 2 == (order == "LW"))
    cards = [(hand, place) for hand, size in ((0, s), (1, n - s)) for place in range(size)]
    lowest = [card for card in cards if number_of(order, 1, card) == (order == "WL")]
    others = [card for card in cards if card not in lowest]
    deals = set()
    for low, high in product(permutations(range(1, len(lowest) + 1)), permutations(range(len(lowest) + 1, n + 1))):
        rank = dict(zip(lowest + others, low + high, strict=True))
        game = play(Position([rank[card] for card in cards[:s]], [rank[card] for card in cards[s:]]), order)
        assert game.preperiod == 0
        deals |= {position for position in game.positions[:2] if is_balanced(position)}
    assert len(deals) == factorial(n // 2) * factorial(n // 2 + 1)


def upper(order, position):
    """The upper cards of theorem 4: at even numbers from the bottom, or under LW at odd ones."""
    hands = (position.left, position.right)
    return {card for hand in hands for place, card in enumerate(hand) if (len(hand) - place) % 2 == (order == "LW")}


def check_upsets(order, position):
    """Theorem 4 for one deal, and so for every deal that its game comes to; gives the game."""
    game, n = play(position, order), position.n
    uppers, upsets = [upper(order, each) for each in game.positions], []
    for turn, (before, (high, high_after)) in enumerate(zip(game.positions, pairwise(uppers), strict=False)):
        own, other = before.left[0], before.right[0]
        assert len(high) == (n // 2 if order == "WL" else n // 2 + 1)
        assert (own in high) != (other in high)
        is_upset = max(own, other) not in high
        assert sum(high_after) - sum(high) == (abs(own - other) if is_upset else 0)
        upsets += [turn] * is_upset
    assert len(upsets) <= (n * n - 1) // 4
    assert all(later - earlier < n * n / 2 for earlier, later in pairwise([-1, *upsets]))
    if game.is_endless:
        assert not upsets or upsets[-1] < game.preperiod
        winners = [row["winner"] for row in game.rows()[game.preperiod : -1]]
        assert all(one != other for one, other in pairwise(winners))
    else:
        assert game.turns <= n * n * (n * n + 3) / 8
    return game


def followed(order, n):
    """Every position of n cards in which both players hold some, and the position a turn later."""
    return {each: child(each, order) for each in all_positions(n) if each.left and each.right}


@pytest.mark.parametrize("order", ["WL", "LW"])
@pytest.mark.parametrize("n", [3, 5, *long(7)])
def test_an_upper_card_meets_a_lower_one(order, n):
    """By every game, up to exchanging the players: Left holds the highest card."""
    follows, seen = followed(order, n), set()
    for position in sorted(follows, key=set(follows.values()).__contains__):
        if n in position.left and position not in seen:
            seen.update(check_upsets(order, position).positions)


@given(st.sampled_from(range(9, 40, 2)).flatmap(lambda n: st.permutations(range(1, n + 1))), st.data())
def test_upsets_of_random_deals(cards, data):
    split = data.draw(st.integers(1, len(cards) - 1))
    for order in ("WL", "LW"):
        check_upsets(order, Position(cards[:split], cards[split:]))


@pytest.mark.parametrize("order", ["WL", "LW"])
@pytest.mark.parametrize("n", [*range(2, 17), *long(*range(17, 41))])
def test_blocks_go_round_from_no_other_splits(order, n):
    """Theorem 5."""
    for k, s in product(range(1, n), range(1, n)):
        passed = moved_and_won(order, k, s, n - s)
        c = (s, n - s - k) if order == "WL" else (s + k, n - s)
        is_expected = passed is not None and k & (k - 1) == 0 and not any(each % (2 * k) for each in c)
        splits = range(2 * k, n - 3 * k + 1, 2 * k) if order == "WL" else range(k, n - 2 * k + 1, 2 * k)
        assert is_expected == (k == n & -n and s in splits)
        assert (passed is not None and goes_round(*passed)) == is_expected


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
    """The proposition; and all positions on cycles, counted by playing on from every position."""
    least, total = factorial(n // 2) * factorial(n // 2 + 1), 0
    for s in range(2, n - 2, 2) if order == "WL" else range(1, n - 1, 2):
        a, b = (s // 2, n // 2 + 1) if order == "WL" else ((s + 1) // 2, n // 2)
        found = extensions_of_cycle(order, s, n)
        total += 2 * found
        is_prime = gcd(a, b) == gcd(n - a - b, b) == 1
        assert (found == least) if is_prime else (found > least)
    if n <= 7:
        follows = on_cycles = followed(order, n)
        while (after := {follows[each] for each in on_cycles} & follows.keys()) != on_cycles:
            on_cycles = after
        assert len(on_cycles) == total
