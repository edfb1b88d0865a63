"""Questions: told apart by all that is asked, and put only where a checkpoint is named."""

import networkx as nx
import numpy as np
import pytest

from tests.auction.support import MIDDLE
from tests.campaign.kept import Count
from tests.support import refusal
from wargraph import (
    Relation,
    ReturnOrder,
    RunOptions,
    WarGraph,
    all_deals,
    checkpoint_status,
    compare,
    cycles,
    longest,
    tournament,
)
from wargraph.campaign.checkpointed import checkpointed, question_of, with_checkpoint
from wargraph.errors import CheckpointError, ParameterError
from wargraph.graph.war_graph import Deck


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ReturnOrder.WL, "WL"),
        (["bryer", "kids,deck=4x4"], "bryer; kids,deck=4x4"),
        (None, "None"),
        (print, "print"),
        ([12, 13, 20], "12..13,20"),
        ((0, 1, 0, 1, 1), "0..1,0..1,1"),
        ({4, 3}, "3..4"),
        (np.array([3, 4]), "3..4"),
        ([np.int64(3), 4], "3..4"),
        (np.int64(3), "3"),
        ({"b", "a"}, "a; b"),
        ([["a", "b"], ["c"]], "a, b; c"),
        ([["a", "b", "c"]], "a, b, c"),
        (np.arange(0, 4000, 2), ",".join(map(str, range(0, 4000, 2)))),
        (np.array([f"{number}" for number in range(2000)]), "; ".join(map(str, range(2000)))),
        (True, "True"),
    ],
)
def test_a_parameter_is_told_whole_and_however_it_is_given(value, text):
    assert question_of("x", {"value": value})["value"] == text


def test_what_can_be_gone_through_only_once_is_refused(tmp_path):
    line_ups = ["Min+Max"]
    run_options = RunOptions(checkpoint=tmp_path / "x.db")
    message = refusal(ParameterError, tournament, iter(line_ups), 5, run_options=run_options)
    assert message == "line_ups is an iterator, and a checkpoint must be able to read it again: give a list"
    assert list(tmp_path.iterdir()) == []
    assert tournament(iter(line_ups), 5).rows() == tournament(line_ups, 5, run_options=run_options).rows()


def test_without_a_checkpoint_nothing_is_asked():
    class Silent:
        def __str__(self):
            raise AssertionError

    with with_checkpoint(None, "x", {"silent": Silent()}) as run_options:
        assert run_options == RunOptions()


def asked(path):
    """The question of a checkpoint, without its name."""
    return {name: text for name, text in checkpoint_status(path).question.items() if name != "question"}


def test_what_is_read_alike_is_one_question(tmp_path):
    path = tmp_path / "x.db"
    found = [longest(8, order, "any", RunOptions(checkpoint=path)) for order in ("wl", "WL", ReturnOrder.WL)]
    assert found[0] == found[1] == found[2]
    assert asked(path) == {"deck": "8", "order": "WL", "deals": "any"}


def test_a_rules_file_is_asked_for_what_it_says(tmp_path):
    rules, path = tmp_path / "mine.toml", tmp_path / "x.db"
    for deck in ("2x4", "2x3"):
        rules.write_text(f'like = "delahaye-mathieu"\ndeck = "{deck}"\n')
        if deck == "2x4":
            found = all_deals(str(rules), RunOptions(checkpoint=path))
            assert found == all_deals("delahaye-mathieu,deck=2x4", RunOptions(checkpoint=path))
    message = refusal(CheckpointError, all_deals, str(rules), RunOptions(checkpoint=path))
    assert "is of rules delahaye-mathieu,deck=2x4, not rules delahaye-mathieu,deck=2x3" in message
    compare(["Bryer", str(rules)], 5, run_options=RunOptions(checkpoint=tmp_path / "y.db"))
    assert asked(tmp_path / "y.db")["rules"] == "bryer; delahaye-mathieu,deck=2x3"


def test_a_line_up_keeps_the_file_of_a_strategy_of_your_own(tmp_path):
    strategy = tmp_path / "mine.py"
    strategy.write_text(MIDDLE)
    tournament([f"{strategy}:Middle+Min"], 5, run_options=RunOptions(checkpoint=tmp_path / "x.db"))
    assert asked(tmp_path / "x.db")["line_ups"] == f"{strategy}:Middle+Min"


def test_the_question_around_others_has_the_checkpoint(tmp_path):
    seen = []

    @checkpointed
    def ask(number, run_options=None):
        seen.append(run_options.checkpoint)
        return number if number < 3 else ask(1, run_options) + ask(2, run_options)

    path = tmp_path / "x.db"
    assert ask(3, RunOptions(checkpoint=path)) == 3
    assert len(set(map(id, seen))) == 1
    assert not path.exists()
    ask(1, None)
    assert seen[-1] is None


@pytest.mark.parametrize("ask", [longest, cycles])
def test_a_matrix_is_read_once(ask, tmp_path, monkeypatch):
    table, read, sources = tmp_path / "mine.csv", Relation.read, []
    np.savetxt(table, Relation.of("cyclic:3").rows, "%d", ",")
    monkeypatch.setattr(Relation, "read", lambda *source: sources.append(source) or read(*source))
    ask(table)
    ask(table, run_options=RunOptions(checkpoint=tmp_path / "x.db"))
    assert len(sources) == 2


def test_a_command_and_python_keep_theirs_apart(tmp_path):
    path = tmp_path / "x.db"
    longest(10, run_options=RunOptions(checkpoint=path))
    other = with_checkpoint(RunOptions(checkpoint=path), "longest", {"n": 10, "order": "WL", "deals": "any"})
    message = refusal(CheckpointError, other.__enter__)
    assert " is of longest, deck 10, order WL, deals any, not longest, n 10, order WL, deals any" in message


def test_a_deck_is_who_beats_whom(tmp_path):
    """However it is given: in a file it is what is in there now."""
    relation, table, run_options = (
        Relation.of("paley:11"),
        tmp_path / "mine.csv",
        RunOptions(checkpoint=tmp_path / "x"),
    )
    graph = nx.DiGraph([(a, b) for a, row in enumerate(relation.rows) for b, beats in enumerate(row) if beats])
    np.savetxt(table, relation.rows, "%d", ",")

    @checkpointed
    def keep(deck: Deck, run_options: RunOptions | None = None) -> None:
        del deck
        Count(5).run(run_options)

    for deck in (relation, "paley:11", graph, str(table), np.array(relation.rows)):
        keep(deck, run_options)
    assert asked(run_options.checkpoint) == {"deck": f"{relation.one_line} strict"}
    np.savetxt(table, np.transpose(relation.rows), "%d", ",")
    assert " is of deck " in refusal(CheckpointError, keep, str(table), run_options)
    keep(WarGraph.from_relation("paley:3"), RunOptions(checkpoint=tmp_path / "y"))
    assert asked(tmp_path / "y") == {"deck": "001/100/010 strict"}
