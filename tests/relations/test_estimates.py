"""Estimates for relations of any size: they play War under the relation, and agree with exact counts."""

import re

import pytest

from tests.support import ORDERS, long, sentences
from wargraph.core.position import Deals, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import play
from wargraph.full_game.game import play_full_game
from wargraph.graph.outcomes.winners import winners
from wargraph.relations.estimates import COIN, RelationEstimates, rules_of, simulations_of
from wargraph.relations.report import relation_report
from wargraph.relations.structure import relation_structure
from wargraph.report.document import Figure

RELATIONS = [Relation.of(name) for name in ("cyclic:7", "random:8", "cyclic:13", "suits:2x4")]
every_relation = pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.name)


def estimates_of(relation, games, seed=0):
    return RelationEstimates(relation, relation_structure(relation), simulations_of(relation, (games, seed)))


def games_of(relation, order, count):
    """Some games by the full game's rules, each with its deal as a position."""
    games = [play_full_game(rules_of(relation, order), seed=3, game=number) for number in range(count)]
    return [(game, Position(*game.deal)) for game in games]


@every_relation
@pytest.mark.parametrize("order", ORDERS)
def test_the_rules_are_those_of_war_under_the_relation(relation, order):
    for game, deal in games_of(relation, order, 60):
        plain = play(deal, order, relation)
        assert len(deal.left) - len(deal.right) == relation.n % 2
        assert (game.ending == "endless") == plain.is_endless
        if not plain.is_endless:
            assert (game.turns, game.winner) == (plain.turns, {"Left": 1, "Right": 2}.get(plain.winner))


@pytest.mark.parametrize("name", ["cyclic:7", *long("random:8", "suits:2x4")])
def test_exact_shares_lie_within_their_intervals(name):
    relation, seeds = Relation.of(name), 20
    exact = {order: winners(relation, order, Deals.BALANCED) for order in ORDERS}
    inside, holders = dict.fromkeys(ORDERS, 0), 0
    for seed in range(seeds):
        found = estimates_of(relation, 2000, seed)
        rows = {row["order"]: row for row in found.rows()}
        for order in ORDERS:
            share = exact[order].endless / exact[order].total
            inside[order] += rows[order]["endless_low"] <= share <= rows[order]["endless_high"]
            holders += sum(
                share.low <= exact[order].holder_share(card) <= share.high
                for card, share in found.holders()[order].items()
            )
            assert rows[order]["left_share"] == pytest.approx(exact[order].left / exact[order].total, abs=0.06)
    assert min(inside.values()) >= 16  # below that by chance once in 400 times
    assert holders >= 0.9 * seeds * len(ORDERS) * relation.n


def test_each_figure_is_that_of_the_games():
    relation, count = Relation.of("cyclic:13"), 60
    found = estimates_of(relation, count, seed=3)
    assert [row["order"] for row in found.rows()] == [*ORDERS, COIN]
    for row in found.rows():
        games = games_of(relation, row["order"], count)
        ended = [(game, deal) for game, deal in games if game.ending != "endless"]
        turns = [game.turns for game, _ in ended]
        assert row["endless"] == (None if row["order"] == COIN else count - len(ended))
        assert row["mean"] == pytest.approx(sum(turns) / len(turns), abs=1)
        assert row["longest"] == max(turns)
        example = next(game for game, deal in ended if relation.text(deal) == row["example"])
        assert example.turns == row["longest"]
        held = [card for game, deal in ended for card in (deal.left if game.winner == 1 else deal.right)]
        for card, share in found.holders()[row["order"]].items():
            assert share.value == pytest.approx(held.count(card) / len(ended))
    for order in (*ORDERS, COIN):
        shares = [row["share"] for row in found.holder_rows() if row["order"] == order]
        assert shares == sorted(shares, reverse=True)


def test_the_report_shows_a_longest_game_and_the_shares_of_its_table():
    found = estimates_of(Relation.of("random:12"), 2000)
    text, rows = sentences(found), {row["order"]: row for row in found.rows()}
    for order, under in (("WL", "Under WL"), (COIN, "With a coin")):
        row = rows[order]
        assert f"{under} the deal {row['example']} takes longest, {row['longest']:,} turns." in text
    best = next(row for row in found.holder_rows() if row["order"] == "WL")
    low, high = (f"{100 * best[end]:.0f}" for end in ("low", "high"))
    assert re.search(
        rf"Under WL the strongest card .*?{best['card']}, whose holder wins \d+% \({low} to {high}\)", text
    )


def test_the_report_begins_with_the_verdict():
    title, _, regularity, strength, *_ = str(relation_report("order:11", games=300)).splitlines()
    assert title == "order:11: 11 cards, a linear order"
    assert regularity == "Not regular: 11 beats the most others, 10; 1 the fewest, 0."
    assert strength.startswith("Under WL the strongest card is 11, whose holder wins 100% (")
    text = sentences(relation_report("cyclic:11", games=300))
    assert "Regular: each card beats 5 others, and as many beat it." in text
    assert "No card is stronger than another: an automorphism takes each card to each other." in text
    assert "To count exactly: longest, endless, lengths, farthest with --matrix." in text


@pytest.mark.parametrize(
    ("relation", "why"),
    [
        (Relation.of("cyclic:257"), "up to 255 cards are simulated"),
        (Relation.of("cyclic:11", "literal"), "read literally is not simulated"),
    ],
)
def test_what_cannot_be_simulated_has_no_estimates(relation, why):
    report = relation_report(relation)
    assert why in " ".join(str(report).split())
    assert not {"estimates", "holders"} & report.document().tables.keys()
    assert len(report.document().tables["cards"].rows) == relation.n


@pytest.mark.parametrize(("cards", "view"), [(11, "relation"), (12, "")])
def test_many_cards_are_drawn_as_a_table(cards, view):
    (figure,) = [
        block for block in relation_report(f"order:{cards}", 20).document().blocks if isinstance(block, Figure)
    ]
    assert figure.view == view
