"""Two relations side by side: plain games, one by one, give the same answers."""

from statistics import mean, median_low

import pytest

from tests.support import ORDERS, refusal, sentences, turned_round
from wargraph.core.position import Player, balanced_deals
from wargraph.core.relation import Relation
from wargraph.core.rules import play
from wargraph.errors import ParameterError
from wargraph.relations.answers import names_of
from wargraph.relations.comparison import compare_relations

LIZARD = Relation.of("rock-paper-scissors-lizard-spock")
PAIRS = [
    ("rock-paper-scissors", "order:3"),
    ("cyclic:5", "random:5"),
    ("suits:2x2", "random:4"),
    ("order:3", "order:4"),
]


def plain_answers(relation, order):
    """The answers about all balanced deals, game by game."""
    games = [play(deal, order, relation) for deal in balanced_deals(relation.n)]
    turns = [game.turns for game in games if not game.is_endless]
    won = {player: sum(game.winner is player for game in games) / len(games) for player in Player}
    return {
        "share of games that never end": sum(game.is_endless for game in games) / len(games),
        "mean of the games that end": mean(turns),
        "median of the games that end": median_low(turns),
        "longest game that ends": max(turns),
        "Left wins, share": won[Player.LEFT],
        "Right wins, share": won[Player.RIGHT],
    }


def plain_holders(relation, names, order):
    decided = [game for deal in balanced_deals(relation.n) if (game := play(deal, order, relation)).winner]
    held = [game.positions[0].left if game.winner is Player.LEFT else game.positions[0].right for game in decided]
    return {name: sum(card in hand for hand in held) / len(held) for card, name in enumerate(names, start=1)}


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_exact_answers_are_those_of_plain_games(pair):
    first, second = map(Relation.of, pair)
    found = compare_relations(first, second)
    for order in ORDERS:
        rows = {row["question"]: row for row in found.rows() if row["order"] == order}
        expected = plain_answers(first, order), plain_answers(second, order)
        for question in expected[0]:
            one, other = (answers[question] for answers in expected)
            cells = [rows[question][column] for column in ("first", "second", "change")]
            assert cells == pytest.approx([one, other, other - one], abs=1e-5)
            assert rows[question]["low"] is rows[question]["high"] is None
        shares = [plain_holders(each, names_of(each), order) for each in (found.first, found.second)]
        for row in found.card_rows():
            if row["order"] == order:
                told = [row["first"], row["second"]]
                assert told == pytest.approx([share.get(row["card"]) for share in shares], abs=1e-5)
        best = [max(share.values()) for share in shares]
        for which, share, top in zip(("first", "second"), shares, best, strict=True):
            strongest = rows["strongest card"][which]
            assert strongest == (
                None if len(set(share.values())) == 1 else ", ".join(c for c in share if share[c] == top)
            )


def test_cards_are_the_same_if_their_names_are():
    other = Relation.of("Spock beats rock; lizard beats Spock, rock; rock beats scissors; scissors beats Spock, lizard")
    found = compare_relations(LIZARD, other)
    assert found.second.card_names == ("rock", "scissors", "Spock", "lizard")
    assert found.entry_rows() == [
        {"card": "rock", "against": "lizard", "first": "rock", "second": "lizard"},
        {"card": "scissors", "against": "Spock", "first": "Spock", "second": "scissors"},
    ]
    text = sentences(found)
    assert "4 of the cards are in both; only the first has paper." in text
    assert "2 pairs of cards come out differently, such as this one: rock beats lizard in the first and loses" in text
    unnamed = compare_relations("rock-paper-scissors", "order:3")
    assert unnamed.entry_rows()[0] == {"card": "rock", "against": "scissors", "first": "rock", "second": "scissors"}


@pytest.mark.parametrize(
    ("first", "second", "outcomes", "sentence"),
    [
        (
            Relation([[0, 1], [0, 0]]),
            Relation([[0, 0], [0, 0]], interpretation="draws"),
            ("1", "draw"),
            "1 beats 2 in the first and draws with it in the second",
        ),
        (
            Relation([[0, 1], [1, 0]], interpretation="literal"),
            Relation([[0, 0], [0, 0]], interpretation="literal"),
            ("Left's card", "Right's card"),
            "between 1 and 2 the winner is Left's card in the first and Right's card in the second",
        ),
    ],
)
def test_entries_say_who_wins(first, second, outcomes, sentence):
    found = compare_relations(first, second)
    (row,) = found.entry_rows()
    assert (row["first"], row["second"]) == outcomes
    assert f"differently: {sentence}." in sentences(found)


@pytest.mark.long
def test_estimated_differences_lie_within_their_intervals(monkeypatch):
    """Among 20 samples with the same deals for both, the true difference is outside about once."""
    first = Relation.of("random:8")
    second = turned_round(first, (1, 2))
    exact = {(row["order"], row["question"]): row["change"] for row in compare_relations(first, second).rows()}
    monkeypatch.setattr("wargraph.relations.comparison.LARGEST_EXACT", 7)
    asked = [
        (order, name) for order in ORDERS for name in ("share of games that never end", "mean of the games that end")
    ]
    inside = dict.fromkeys(asked, 0)
    for seed in range(20):
        found = compare_relations(first, second, 2000, seed)
        rows = {(row["order"], row["question"]): row for row in found.rows()}
        for each in asked:
            row = rows[each]
            certain = row["low"] is None and exact[each] == pytest.approx(row["change"], abs=0.01)
            inside[each] += certain or row["low"] <= exact[each] <= row["high"]
    assert min(inside.values()) >= 16  # below that by chance once in 400 times


@pytest.mark.long
def test_relations_of_other_sizes_are_estimated_without_common_deals():
    rows = compare_relations("cyclic:9", "cyclic:11", 3000).rows()
    never = next(row for row in rows if row["question"] == "share of games that never end")
    assert never["low"] < 0.2296 - compare_relations("cyclic:9", "cyclic:9").rows()[6]["first"] < never["high"]
    alike = compare_relations("cyclic:11", "cyclic:11", 1000)
    assert {row["change"] for row in alike.rows() if row["change"] is not None} == {0}
    assert {row["first"] for row in alike.rows() if row["question"] == "strongest card"} == {None}


def test_what_cannot_be_answered_is_refused():
    literal = Relation.of("cyclic:11", "literal")
    assert "not read literally" in refusal(ParameterError, lambda: compare_relations(literal, literal))


def test_games_that_nobody_wins_have_no_shares():
    nobody = Relation([[0] * 12] * 12, "nobody beats nobody", "draws")
    rows = {(row["order"], row["question"]): row for row in compare_relations(nobody, "cyclic:11", 300).rows()}
    assert rows["WL", "strongest card"]["first"] is None
    assert [rows["WL", f"{player} wins, share"]["first"] for player in ("Left", "Right")] == [0, 0]


def test_upper_and_lower_case_make_no_other_card():
    one, other = (
        Relation.of("Rock beats fire; fire beats Rope; Rope beats Rock"),
        Relation.of("rope beats rock; fire beats rope; rock beats fire"),
    )
    found = compare_relations(one, other)
    assert found.entry_rows() == []
    assert {*names_of(found.second)} == {*one.card_names} != {*other.card_names}
