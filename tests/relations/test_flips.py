"""Pairs turned round: each row is the comparison with the relation in which the pair is."""

import re

import pytest

from tests.support import ORDERS, long, refusal, sentences, turned_round
from wargraph.campaign.run_options import RunOptions
from wargraph.core.relation import Relation
from wargraph.errors import TooLongError
from wargraph.relations.comparison import compare_relations
from wargraph.relations.flips import flips
from wargraph.relations.structure import relation_structure

LIZARD = Relation.of("rock-paper-scissors-lizard-spock")
LITERAL = Relation([[0, 1, 1], [1, 0, 0], [0, 1, 0]], "literal", "literal")


def check_row(row, relation, other):
    """Compare a row with the comparison of the relation and the other one, and return that."""
    found = compare_relations(relation, other)
    answers = {(each["order"], each["question"]): each for each in found.rows()}
    for order in ORDERS:
        never = answers[order, "share of games that never end"]
        told = [row[f"endless_{what}_{order.lower()}"] for what in ("share", "change")]
        assert told == [never["second"], never["change"] if row["card"] else None]
        assert row[f"longest_{order.lower()}"] == answers[order, "longest game that ends"]["second"]
        assert row[f"strongest_{order.lower()}"] == answers[order, "strongest card"]["second"]
    return found


@pytest.mark.parametrize("relation", [LIZARD, Relation.of("suits:2x2"), LITERAL], ids=lambda relation: relation.name)
def test_each_flip_is_the_comparison_with_the_pair_turned_round(relation):
    now, *rows = flips(relation).rows()
    changes = [row["largest_change"] for row in rows]
    assert changes == sorted(changes, reverse=True)
    numbers = {relation.name_of(card): card for card in range(1, relation.n + 1)}
    beats = {(i, j) for i in numbers.values() for j in numbers.values() if relation.rows[i - 1][j - 1]}
    pairs = [(numbers[row["card"]], numbers[row["against"]]) for row in rows]
    assert sorted(pairs) == sorted((i, j) for i, j in beats if (j, i) not in beats)
    check_row(now, relation, relation)
    for pair, row in zip(pairs, rows, strict=True):
        other = turned_round(relation, pair)
        found = check_row(row, relation, other)
        scores = relation_structure(other).scores
        assert (row["score"], row["against_score"]) == tuple(scores[card - 1] for card in pair)
        answers = {(each["order"], each["question"]): each for each in found.rows()}
        shares = [answers[order, "share of games that never end"] for order in ORDERS]
        shares += [each for each in found.card_rows() if each["order"]]
        differences = [abs(each["change"]) for each in shares if each["change"] is not None]
        assert row["largest_change"] == pytest.approx(max(differences), abs=2e-6)


def test_estimated_flips_are_near_the_exact_ones(monkeypatch):
    exact = {(row["card"], row["against"]): row for row in flips("random:6").rows()}
    monkeypatch.setattr("wargraph.relations.flips.LARGEST_EXACT_FLIPS", 5)
    found = flips("random:6", 4000)
    assert "may be off by" in str(found)
    for row in found.rows():
        for order in ORDERS:
            told, true = (each[f"endless_share_{order.lower()}"] for each in (row, exact[row["card"], row["against"]]))
            assert told == pytest.approx(true, abs=0.04)


def test_the_report_names_the_ends_of_the_table():
    found = flips("random:5")
    first, *_, last = found.pairs
    for row, word in ((first, "most"), (last, "least")):
        pair = f"{row['card']} and {row['against']}"
        others = r"(, and \d+ other pairs? as much,)?"
        by = re.escape(row["largest_change"].display)
        assert re.search(rf"{pair}{others} change {word}[^;]*by {by}[;.]", sentences(found))


def test_shares_have_as_many_digits_in_each_row():
    shares = [row[f"endless_share_{order.lower()}"].display for row in flips("cyclic:5").rows() for order in ORDERS]
    assert {len(share) for share in shares} == {len("0.417")}


def test_too_many_pairs_are_refused():
    moment = RunOptions(hours=1e-9)
    message = refusal(TooLongError, lambda: flips("random:9", 500, run_options=moment))
    assert "36 pairs of cards turned round are forecast to take" in message


def test_a_relation_without_winners_has_no_strongest_card():
    one = Relation([[0] * 11 + [1], *([[0] * 12] * 11)], "one pair", "draws")
    assert [len(flips(one, games).rows()) for games in (1, 300)] == [2, 2]
    assert str(flips(Relation([[0] * 4] * 4, "no pair", "draws"))).splitlines()[2] == "There is no pair to turn round."


@pytest.mark.parametrize(
    ("relation", "said"),
    [
        ("cyclic:7", "1 and 2, and 6 other pairs as much, change most if they are turned round"),
        ("rock-paper-scissors", "Of 3 pairs none stands out"),
        ("order:9", "seem to change most if they are turned round"),  # an estimate, from random deals
        # Five kinds of flips, which few games do not tell apart:
        *long(("cyclic:11", "Of 55 pairs none stands out")),
    ],
)
def test_the_verdict_names_only_pairs_that_stand_out(relation, said):
    assert said in " ".join(str(flips(relation, games=200)).split())
