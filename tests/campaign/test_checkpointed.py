"""Questions: told apart by all that is asked, and put only where a checkpoint is named."""

from inspect import signature

import networkx as nx
import numpy as np
import pytest

from tests.campaign.kept import Count
from tests.support import refusal
from wargraph import (
    Relation,
    ReturnOrder,
    RunOptions,
    WarGraph,
    all_deals,
    auction_study,
    checkpoint,
    compare,
    cycles,
    longest,
    simulate,
    simulate_auction,
    tournament,
)
from wargraph.campaign.checkpointed import checkpointed, question_of, with_checkpoint
from wargraph.errors import CheckpointError
from wargraph.graph.war_graph import Deck, as_deck


@pytest.fixture
def kept(tmp_path):
    return RunOptions(checkpoint=tmp_path / "x.db")


def asked(run_options):
    """The question of a checkpoint, without its name."""
    question = checkpoint(run_options.checkpoint).question
    return {name: text for name, text in question.items() if name != "question"}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ReturnOrder.WL, "WL"),
        (["bryer", "kids,deck=4x4"], "bryer; kids,deck=4x4"),
        (None, "None"),
        ([12, 13, 20], "12..13,20"),
        ((0, 1, 0, 1, 1), "0..1,0..1,1"),
        ([np.int64(3), 4], "3..4"),
        ([["a", "b"], ["c"]], "a, b; c"),
        (True, "True"),
    ],
)
def test_a_parameter_is_told_however_given(value, text):
    assert question_of("x", {"value": value})["value"] == text


def test_without_a_checkpoint_nothing_is_asked():
    with with_checkpoint(None, "x", {"an iterator": iter([])}) as run_options:
        assert run_options == RunOptions()


def test_a_rules_file_counts_by_its_rules(tmp_path, kept):
    rules = tmp_path / "mine.toml"
    for deck in ("2x4", "2x3"):
        rules.write_text(f'like = "delahaye-mathieu"\ndeck = "{deck}"\n')
        if deck == "2x4":
            assert all_deals(str(rules), kept) == all_deals("delahaye-mathieu,deck=2x4", kept)
    message = refusal(CheckpointError, all_deals, str(rules), kept)
    assert "is of rules delahaye-mathieu,deck=2x4, not rules delahaye-mathieu,deck=2x3" in message
    kept.checkpoint.unlink()
    compare(["Bryer", str(rules)], 5, run_options=kept)
    assert asked(kept)["rules"] == "bryer; delahaye-mathieu,deck=2x3"


@pytest.mark.parametrize(
    ("ask", "ways"),
    [
        (longest, [(8, "wl"), (8, "WL", "all"), (8, ReturnOrder.WL)]),
        (
            simulate,
            [
                ("kids", 5, 1, None, None, "1: A,A,A,A"),
                ("KIDS", 5, 1, 100_000, None, ["1: 4 aces"]),
            ],
        ),
        (compare, [(["kids"], 5, 1, None, None, (), "a,k|rest"), (["kids"], 5, 1, None, None, (), "A, K|Rest")]),
        (tournament, [(["Min+max"], 5), ([["Min", "Max"]], 5)]),
        (simulate_auction, [("Min+max", 5), (["Min", "Max"], 5)]),
        (auction_study, [([1, 2], 5), (np.array([1, 2]), 5), (iter([1, 2]), 5)]),
    ],
)
def test_a_question_in_other_words_is_one_question(kept, ask, ways):
    for way in ways:
        bound = signature(ask).bind(*way).arguments | {"run_options": kept}
        ask(**bound)
    assert checkpoint(kept.checkpoint).is_finished


def test_the_question_around_others_has_the_checkpoint(kept):
    seen = []

    @checkpointed()
    def ask(number, run_options=None):
        seen.append(run_options.checkpoint)
        return number if number < 3 else ask(1, run_options) + ask(2, run_options)

    assert ask(3, kept) == 3
    assert len(set(map(id, seen))) == 1
    assert not kept.checkpoint.exists()
    ask(1, None)
    assert seen[-1] is None


@pytest.mark.parametrize("ask", [longest, cycles])
def test_a_matrix_is_read_once(ask, tmp_path, kept, monkeypatch):
    table, read, sources = tmp_path / "mine.csv", Relation.read, []
    np.savetxt(table, Relation.of("cyclic:3").rows, "%d", ",")
    monkeypatch.setattr(Relation, "read", lambda *source: sources.append(source) or read(*source))
    ask(table)
    ask(table, run_options=kept)
    assert len(sources) == 2


def test_a_deck_is_who_beats_whom(tmp_path, kept):
    """However it is given: in a file it is what is in there now."""
    relation, table = Relation.of("paley:11"), tmp_path / "mine.csv"
    graph = nx.DiGraph([(a, b) for a, row in enumerate(relation.rows) for b, beats in enumerate(row) if beats])
    np.savetxt(table, relation.rows, "%d", ",")

    @checkpointed(deck=as_deck)
    def keep(deck: Deck, run_options: RunOptions | None = None) -> None:
        del deck
        Count(5).run(run_options)

    for deck in (relation, "paley:11", graph, str(table), np.array(relation.rows)):
        keep(deck, kept)
    assert asked(kept) == {"deck": f"{relation.one_line} strict"}
    np.savetxt(table, np.transpose(relation.rows), "%d", ",")
    assert " is of deck " in refusal(CheckpointError, keep, str(table), kept)
    kept.checkpoint.unlink()
    keep(WarGraph.from_relation("paley:3"), kept)
    assert asked(kept) == {"deck": "001/100/010 strict"}
