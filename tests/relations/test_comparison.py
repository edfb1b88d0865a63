"""Two relations side by side, and pairs turned round: plain games, one by one, give the same answers."""

from statistics import mean, median_low

import pytest

from tests.support import ORDERS, refusal
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Player, balanced_deals
from wargraph.core.relation import Relation
from wargraph.core.rules import play
from wargraph.errors import ParameterError, TooLongError
from wargraph.relations.comparison import compare_relations, flips
from wargraph.relations.structure import relation_structure

LIZARD = Relation.of("rock-paper-scissors-lizard-spock")
PAIRS = [
    ("rock-paper-scissors", "order:3"),
    ("cyclic:5", "random:5"),
    ("suits:2x2", "random:4"),
    ("order:3", "order:4"),
]


def turned_round(relation, pair):
    """The relation with the entries of two cards exchanged."""
    i, j = (card - 1 for card in pair)
    rows = [list(row) for row in relation.rows]
    rows[i][j], rows[j][i] = rows[j][i], rows[i][j]
    return Relation(rows, "turned round", relation.interpretation, relation.card_names)


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
        shares = [plain_holders(each, found.cards_of(each), order) for each in (first, second)]
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
    text = str(found)
    assert "4 of the cards are in both; only the first has paper." in text
    assert "2 pairs of cards come out differently: rock against lizard, rock or lizard; scissors" in text
    unnamed = compare_relations("rock-paper-scissors", "order:3")
    assert unnamed.entry_rows()[0] == {"card": "rock", "against": "scissors", "first": "rock", "second": "scissors"}


@pytest.mark.parametrize(
    ("first", "second", "outcomes"),
    [
        (Relation([[0, 1], [0, 0]]), Relation([[0, 0], [0, 0]], interpretation="draws"), ("1", "draw")),
        (
            Relation([[0, 1], [1, 0]], interpretation="literal"),
            Relation([[0, 0], [0, 0]], interpretation="literal"),
            ("Left's card", "Right's card"),
        ),
    ],
)
def test_entries_say_who_wins(first, second, outcomes):
    (row,) = compare_relations(first, second).entry_rows()
    assert (row["first"], row["second"]) == outcomes


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


def test_relations_of_other_sizes_are_estimated_without_common_deals():
    rows = compare_relations("cyclic:9", "cyclic:11", 3000).rows()
    never = next(row for row in rows if row["question"] == "share of games that never end")
    assert never["low"] < 0.2296 - compare_relations("cyclic:9", "cyclic:9").rows()[6]["first"] < never["high"]
    alike = compare_relations("cyclic:11", "cyclic:11", 1000)
    assert {row["change"] for row in alike.rows() if row["change"] is not None} == {0}
    assert {row["first"] for row in alike.rows() if row["question"] == "strongest card"} == {None}


LITERAL = Relation([[0, 1, 1], [1, 0, 0], [0, 1, 0]], "literal", "literal")


@pytest.mark.parametrize("relation", [LIZARD, Relation.of("suits:2x2"), LITERAL], ids=lambda relation: relation.name)
def test_each_flip_is_the_comparison_with_the_pair_turned_round(relation):
    rows = flips(relation).rows()
    changes = [row["largest_change"] for row in rows]
    assert changes == sorted(changes, reverse=True)
    numbers = {relation.name_of(card): card for card in range(1, relation.n + 1)}
    beats = {(i, j) for i in numbers.values() for j in numbers.values() if relation.rows[i - 1][j - 1]}
    pairs = [(numbers[row["card"]], numbers[row["against"]]) for row in rows]
    assert sorted(pairs) == sorted((i, j) for i, j in beats if (j, i) not in beats)
    for pair, row in zip(pairs, rows, strict=True):
        other = turned_round(relation, pair)
        found = compare_relations(relation, other)
        scores = relation_structure(other).scores
        assert (row["score"], row["against_score"]) == tuple(scores[card - 1] for card in pair)
        answers = {(each["order"], each["question"]): each for each in found.rows()}
        for order in ORDERS:
            never = answers[order, "share of games that never end"]
            told = [row[f"endless_{what}_{order.lower()}"] for what in ("share", "change")]
            assert told == [never["second"], never["change"]]
            assert row[f"longest_{order.lower()}"] == answers[order, "longest game that ends"]["second"]
            assert row[f"strongest_{order.lower()}"] == answers[order, "strongest card"]["second"]
        shares = [answers[order, "share of games that never end"] for order in ORDERS]
        shares += [each for each in found.card_rows() if each["order"]]
        differences = [abs(each["change"]) for each in shares if each["change"] is not None]
        assert row["largest_change"] == pytest.approx(max(differences), abs=2e-6)


def test_estimated_flips_are_near_the_exact_ones(monkeypatch):
    exact = {(row["card"], row["against"]): row for row in flips("random:6").rows()}
    monkeypatch.setattr("wargraph.relations.comparison.LARGEST_EXACT_FLIPS", 5)
    found = flips("random:6", 4000)
    assert "may be off by" in str(found)
    for row in found.rows():
        for order in ORDERS:
            told, true = (each[f"endless_share_{order.lower()}"] for each in (row, exact[row["card"], row["against"]]))
            assert told == pytest.approx(true, abs=0.04)


def test_what_cannot_be_answered_is_refused():
    literal = Relation.of("cyclic:11", "literal")
    assert "not read literally" in refusal(ParameterError, lambda: compare_relations(literal, literal))
    moment = RunOptions(hours=1e-9)
    message = refusal(TooLongError, lambda: flips("random:9", 500, run_options=moment))
    assert "36 pairs of cards turned round are forecast to take" in message


def test_games_that_nobody_wins_have_no_shares():
    nobody = Relation([[0] * 12] * 12, "nobody beats nobody", "draws")
    one = Relation([[0] * 11 + [1], *([[0] * 12] * 11)], "one pair", "draws")
    rows = {(row["order"], row["question"]): row for row in compare_relations(nobody, "cyclic:11", 300).rows()}
    assert rows["WL", "strongest card"]["first"] is None
    assert [rows["WL", f"{player} wins, share"]["first"] for player in ("Left", "Right")] == [0, 0]
    assert [len(flips(one, games).rows()) for games in (1, 300)] == [1, 1]
