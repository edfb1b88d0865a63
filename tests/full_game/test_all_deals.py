"""All deals of small decks: known numbers, and the plain rules on every deal."""

import csv
from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import islice, pairwise
from math import factorial
from operator import add
from pathlib import Path

import pytest
import scipy
from hypothesis import assume, example, given

from tests.full_game.support import all_shuffles, rule_sets
from tests.support import examples, interruption
from wargraph import RuleSet, all_deals, play_full_game, simulate
from wargraph.core.endings import Ending
from wargraph.errors import WarGraphError
from wargraph.full_game import all_deals as module
from wargraph.full_game import deals
from wargraph.full_game.deals import deal_ranges

FIGURES = Path(__file__).parents[2] / "figures"


@pytest.mark.parametrize(
    ("deck", "deals", "periods"),
    [
        ("2x4", 38, {}),
        ("3x4", 17_370, {19: 360}),
        pytest.param("4x4", 31_532_760, {24: 8545}, marks=pytest.mark.whole),
    ],
)
def test_the_counts_of_delahaye_and_mathieu(deck, deals, periods):
    found = all_deals(f"delahaye-mathieu,deck={deck}")
    assert (found.deals, found.by_cycle_length) == (deals, periods)
    assert found.endless == sum(periods.values())


@examples(20)
@example(RuleSet.parse("rutgers,deck=3x2,players=4"))
@example(RuleSet.parse("rutgers,deck=2x4,players=5,war=each,replacement=ascending"))
@example(RuleSet.parse("delahaye-mathieu,beats=rock-paper-scissors,deck=3x2"))
@example(RuleSet.parse("delahaye-mathieu,beats=rock-paper-scissors,deck=3x3"))
@given(rule_sets(most_cards=5))
def test_every_deal_ends_as_in_plain_python(rules):
    assume(rules.is_deterministic)
    shuffles = all_shuffles(rules)
    played = {deal: play_full_game(rules, deal) for deal in set(shuffles)}
    games = [played[deal] for deal in shuffles]
    counted = [game for deal, game in played.items() if not rules.is_symmetric or deal[0] <= deal[1]]
    finished = [game for game in counted if game.ending is not Ending.ENDLESS]
    found = all_deals(rules)
    assert found.deals == len(counted)
    assert found.by_turns == Counter(game.turns for game in finished)
    assert found.by_cycle_length == Counter(game.cycle_length for game in counted if game.cycle_length is not None)
    assert found.tied == sum(game.ending is Ending.TIED for game in counted)
    turns = [game.turns for game in games if game.ending is not Ending.ENDLESS]
    assert found.mean == (Fraction(sum(turns), len(turns)) if turns else None)
    assert [game.deal for game in found.verify()] == [each for each in (found.example, found.endless_example) if each]
    endings = [False] * bool(finished) + [True] * (len(finished) < len(counted))
    assert [game.ending is Ending.ENDLESS for game in found.verify()] == endings
    if finished:
        assert found.shortest == min(game.turns for game in finished)
        assert found.longest == found.verify()[0].turns == max(game.turns for game in finished)


def test_players_are_swapped_only_where_alike():
    alike, apart = all_deals("delahaye-mathieu,deck=3x4"), all_deals("delahaye-mathieu,deck=3x4,replacement=played")
    assert alike.rows()[0]["up_to_swap"]
    assert not apart.rows()[0]["up_to_swap"]
    mirrors = 90  # both hands the same: two cards of each rank, in any order
    assert 2 * alike.deals - mirrors == apart.deals == 34650 == sum(apart.by_turns.values()) + apart.endless


@pytest.mark.long
def test_some_deals_of_four_ranks_match_all():
    """All 31,532,760 deals, 8,545 of them endless, were played by `wargraph all-deals`."""
    some = reduce(add, (unit.work()[0] for unit in islice(deal_ranges(RuleSet.parse("delahaye-mathieu,deck=4x4")), 24)))
    assert some.by_cycle_length.keys() == {24}
    assert some.longest[0] <= 145
    assert some.by_cycle_length[24] / some.deals == pytest.approx(8545 / 31_532_760, rel=0.2)


def table_of_20_cards():
    """Deals by their turns."""
    with (FIGURES / "every-deal-20-cards.csv").open(encoding="utf-8") as file:
        return {int(row["turns"]): int(row["deals"]) for row in csv.DictReader(file)}


def test_the_table_of_20_cards():
    rules = RuleSet.parse("delahaye-mathieu,deck=5x4")
    by_turns = table_of_20_cards()
    orders, alike = factorial(20) // factorial(4) ** 5, factorial(10) // factorial(2) ** 5
    assert sum(by_turns.values()) == (orders + alike) // 2  # those with the same hands are their own mirror image
    assert by_turns[1] == alike
    game = play_full_game(rules, ((1, 1, 1, 2, 1, 5, 3, 4, 4, 5), (2, 3, 5, 3, 4, 5, 2, 3, 4, 2)))
    assert (game.ending, game.turns) == (Ending.WON, max(by_turns))


def test_random_deals_of_20_cards_match_their_table():
    by_turns = table_of_20_cards()
    found = simulate("delahaye-mathieu,deck=5x4", 10_000, seed=1).by_turns
    ends = [0, 5, 10, 15, 20, 30, 40, 60, 80, 120, max(by_turns)]
    played, deals = (
        [sum(count for turns, count in counts.items() if low < turns <= high) for low, high in pairwise(ends)]
        for counts in (found, by_turns)
    )
    expected = [sum(played) * each / sum(deals) for each in deals]
    assert scipy.stats.chisquare(played, expected).pvalue > 0.001


def test_a_deal_that_got_lost_is_noticed(monkeypatch):
    monkeypatch.setattr(deals, "_UNIT", 100)
    monkeypatch.setattr(module, "deal_ranges", lambda *asked: [*deal_ranges(*asked)][1:])
    with pytest.raises(WarGraphError, match=r"of 34,650 orders of the deck were counted: please report this$"):
        all_deals("delahaye-mathieu,deck=3x4")


@pytest.mark.usefixtures("looks_are_many")
def test_progress_is_counted_in_orders_of_the_deck(monkeypatch):
    monkeypatch.setattr(deals, "_UNIT", 100)
    amounts = []
    interruption(all_deals, "drew-stack,deck=3x4", when=lambda progress: amounts.append(progress.amount) or amounts[4:])
    assert all(amount.done + amount.left == 34_650 for amount in amounts[1:])
