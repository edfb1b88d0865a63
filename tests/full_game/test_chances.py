"""Who wins with how many cards: the sums of a simulation, counted once more from plain games and from all deals."""

import re
from collections import Counter
from statistics import fmean

import pytest
from hypothesis import given

from tests.full_game.support import SEEDS, all_shuffles, rule_sets
from tests.support import examples, long
from wargraph import RuleSet, play_full_game, simulate
from wargraph.full_game.simulation import chances_text
from wargraph.report.estimates import Share

CAP = 200


def counted(games):
    """The games and wins by cards held, and by rank and cards dealt; the won games by the most that a loser held."""
    held, dealt, led = Counter(), Counter(), Counter()
    for game in games:
        ranks = range(1, len(game.rules.deck) + 1)
        numbers = [{len(won.hands[player]) for won in game.rounds} for player in range(game.rules.players)]
        for player, hand in enumerate(game.deal, 1):
            has_won = game.winner == player
            held.update((cards, has_won) for cards in numbers[player - 1])
            dealt.update((rank, hand.count(rank), has_won) for rank in ranks)
        if game.winner is not None:
            led[max(max(each) for player, each in enumerate(numbers, 1) if player != game.winner)] += 1
    return held, dealt, led


@examples(60)
@given(rule_sets(most_cards=70), SEEDS)
def test_the_tables_count_the_plain_games(rules, seed):
    games = [play_full_game(rules, seed=seed, game=game, cap=CAP) for game in range(8)]
    held, dealt, led = counted(games)
    found = simulate(rules, 8, seed, CAP)
    rounds = max((len(game.rounds) for game in games if game.winner), default=-1)
    assert [row["round"] for row in found.held_rows()] == [*range(0, rounds, 10)]
    for row in found.held_rows():
        playing = [game for game in games if game.winner and len(game.rounds) > row["round"]]
        sizes = [
            [len(hand) for hand in [game.deal, *(won.hands for won in game.rounds)][row["round"]]] for game in playing
        ]
        winners = [held[game.winner - 1] for game, held in zip(playing, sizes, strict=True)]
        assert row["playing"] == len(playing)
        assert row["leader"] == pytest.approx(fmean(map(max, sizes)), rel=1e-5)
        assert row["winner"] == pytest.approx(fmean(winners), rel=1e-5)
    assert {row["cards"]: (row["games"], row["won"]) for row in found.chances_rows()} == {
        cards: (held[cards, True] + held[cards, False], held[cards, True]) for cards, _ in held
    }
    assert {(row["rank"], row["dealt"]): (row["games"], row["won"]) for row in found.dealt_rows()} == {
        (rank, own): (dealt[rank, own, True] + dealt[rank, own, False], dealt[rank, own, True])
        for rank, own, _ in dealt
        if rules.deck[rank - 1]
    }
    assert {row["cards"]: row["games"] for row in found.lead_rows()} == {
        cards: sum(number for most, number in led.items() if most >= cards) for cards in range(max(led, default=-1) + 1)
    }


def test_cards_of_a_relation_are_named():
    rows = simulate("kids,beats=rock-paper-scissors", 8).dealt_rows()
    assert list(dict.fromkeys(row["rank"] for row in rows)) == ["rock", "paper", "scissors"]


@pytest.mark.parametrize(("rules", "most"), [("order:4,deck=4x3", 2), ("order:5,deck=5x1", 1), ("cyclic:5", None)])
def test_the_strongest_card_of_a_relation_is_said(rules, most):
    found = simulate(f"kids,beats={rules}", 4000, seed=3)
    said = " ".join(chances_text(found))
    if most is None:
        assert "No card is seen to be stronger" in said
        return
    shares = {}
    for rank in range(1, found.rules.ranks + 1):
        rows = [row for row in found.dealt_rows() if row["rank"] == rank and row["dealt"] >= most]
        shares[rank] = Share.of(sum(row["won"] for row in rows), sum(row["games"] for row in rows), found.rules.ranks)
    by_share = sorted(shares, key=lambda rank: shares[rank].value)
    for card, words in (
        (by_share[-1], "seems to be {}: a player who is dealt .* wins {};"),
        (by_share[0], "with {}, which seems the weakest, it is {}"),
    ):
        assert re.search(words.format(card, re.escape(shares[card].display)), said)


@pytest.mark.parametrize("rules", ["deck=3x2,war=last-card", *long("deck=3x3,players=3,war=each,face-down=1")])
def test_intervals_hold_the_exact_chances_of_deals(rules):
    rules = RuleSet.parse(f"rutgers,{rules},replacement=own-last")
    held, dealt, _ = counted(play_full_game(rules, hands) for hands in all_shuffles(rules))
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
