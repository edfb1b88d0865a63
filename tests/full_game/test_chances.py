"""Who wins with how many cards, by a program of its own: it shares no code with the package."""

from collections import Counter
from itertools import permutations

import pytest

from wargraph import simulate
from wargraph.full_game.game import deal, play_round

MOST_ROUNDS = 20_000


def winner_and_sizes(hands, rule, m, taken):
    """The winner of a game, from 0 on, or None; and what everyone holds after each round."""
    hands, sizes, seen = [list(hand) for hand in hands], [], set()
    for _ in range(MOST_ROUNDS):
        table, up, ties = [[] for _ in hands], {}, []
        while True:
            drawing = [player for player, hand in enumerate(hands) if hand]
            if not drawing:
                return None, [*sizes, [0] * len(hands)]
            up = up if rule == "last-card" else {}
            for player in drawing:
                up[player] = hands[player].pop(0)
                table[player].append(up[player])
            ties = [player for player in sorted(up) if up[player] == max(up.values())]
            if len(ties) == 1:
                break
            for player, hand in enumerate(hands):
                down = m if rule == "strict" else min(m, max(len(hand) - 1, 0))
                table[player] += hand[:down]
                del hand[:down]
        (first,) = ties
        others = [card for player, cards in enumerate(table) if player != first for card in cards]
        hands[first] += table[first] + others if taken == "own-first" else others + table[first]
        sizes.append([len(hand) for hand in hands])
        if sum(map(bool, hands)) == 1:
            return first, sizes
        if repr(hands) in seen:
            return None, sizes
        seen.add(repr(hands))
    raise AssertionError("a longer game than this program plays")


def counted(deals, rule, m, taken):
    """The games and wins by cards held, and by rank and cards dealt; the won games by the most that a loser held."""
    held, dealt, led = Counter(), Counter(), Counter()
    for hands in deals:
        winner, sizes = winner_and_sizes(hands, rule, m, taken)
        numbers = [{size[player] for size in sizes} for player in range(len(hands))]
        for player, hand in enumerate(hands):
            held.update((cards, player == winner) for cards in numbers[player])
            dealt.update(
                (rank, hand.count(rank), player == winner) for rank in {card for each in hands for card in each}
            )
        if winner is not None:
            led[max(max(each) for player, each in enumerate(numbers) if player != winner)] += 1
    return held, dealt, led


@pytest.mark.parametrize(
    ("m", "hands", "winner", "wars"),
    [
        (3, "9,5|9,4,2,7,5,5,3,3,4", 1, 2),  # the 5 stays, and beats the 4 of the second war
        (0, "9|9,9,9,10", 2, 3),
        (0, "9|9,9,8", 1, 2),
        (0, "9|9", None, 1),  # everybody has run out
        (1, "9|9,3|8,2,7", 1, 1),
    ],
)
def test_the_last_card_stays(m, hands, winner, wars):
    played = play_round(f"rutgers,war=last-card,face-down={m},players={hands.count('|') + 1}", hands)
    assert (played.winner, len(played.tied)) == (winner, wars)


CASES = [
    ("4x2", 2, "last-card", 0, "own-first"),
    ("4x2", 2, "last-card", 3, "own-last"),
    ("3x4", 2, "strict", 1, "own-first"),
    ("3x3", 3, "each", 1, "own-last"),
    ("2x6", 3, "last-card", 2, "own-first"),
    ("13x4", 2, "last-card", 3, "own-first"),
]


@pytest.mark.parametrize("games", [20, 300])  # a few games are played by the plain rules, more by the kernels
@pytest.mark.parametrize(("deck", "players", "rule", "m", "taken"), CASES)
def test_the_tables_count_the_same_games(deck, players, rule, m, taken, games):
    rules = f"rutgers,deck={deck},players={players},war={rule},face-down={m},replacement={taken}"
    held, dealt, led = counted((deal(rules, 5, game) for game in range(games)), rule, m, taken)
    found = simulate(rules, games, seed=5)
    assert {row["cards"]: (row["games"], row["won"]) for row in found.chances_rows()} == {
        cards: (held[cards, True] + held[cards, False], held[cards, True]) for cards, _ in held
    }
    assert {(row["rank"], row["dealt"]): (row["games"], row["won"]) for row in found.dealt_rows()} == {
        (rank, own): (dealt[rank, own, True] + dealt[rank, own, False], dealt[rank, own, True])
        for rank, own, _ in dealt
    }
    assert {row["cards"]: row["games"] for row in found.lead_rows()} == {
        cards: sum(number for most, number in led.items() if most >= cards) for cards in range(max(led, default=-1) + 1)
    }


@pytest.mark.parametrize(("deck", "players", "rule", "m", "taken"), [CASES[0], CASES[1], CASES[3]])
def test_the_intervals_hold_the_exact_chances_of_all_deals(deck, players, rule, m, taken):
    ranks, suits = map(int, deck.split("x"))
    size = ranks * suits // players
    orders = set(permutations([rank for rank in range(1, ranks + 1) for _ in range(suits)]))
    deals = [[order[size * player : size * (player + 1)] for player in range(players)] for order in sorted(orders)]
    held, dealt, _ = counted(deals, rule, m, taken)
    rules = f"rutgers,deck={deck},players={players},war={rule},face-down={m},replacement={taken}"
    found = simulate(rules, 20_000, seed=6)
    for rows, exact in ((found.chances_rows(), held), (found.dealt_rows(), dealt)):
        for row in rows:
            place = (row["cards"],) if "cards" in row else (row["rank"], row["dealt"])
            won, lost = exact[(*place, True)], exact[(*place, False)]
            reach = 2.5 * max(row["high"] - row["low"], 0.002)  # five standard errors
            assert row["share"] == pytest.approx(won / (won + lost), abs=reach)


def test_the_usual_deck_agrees_with_published_figures():
    """Mathematics Stack Exchange 1752876: the loser never held so many cards in so many of a million games."""
    published = {27: 117_488, 30: 332_080, 35: 594_499, 40: 764_932, 45: 917_070, 50: 989_722}
    found = simulate("rutgers,replacement=own-first", 20_000, seed=7)
    assert not found.endless
    led = {row["cards"]: row["share"] for row in found.lead_rows()}
    for cards, never in published.items():
        share = never / 1e6
        assert 1 - led[cards] == pytest.approx(share, abs=4.5 * (share * (1 - share) * (1 / 20_000 + 1e-6)) ** 0.5)
