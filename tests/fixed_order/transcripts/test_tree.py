"""Counted trees: against the arrays for every split, against known numbers, with a limit and on an interruption."""

import re
from concurrent.futures import ThreadPoolExecutor
from math import factorial

import numpy as np
import pytest

from tests.support import ORDERS, interruption, long, refusal, war_graph
from wargraph.campaign.progress import Progress
from wargraph.campaign.run_options import RunOptions
from wargraph.core.rules import play
from wargraph.errors import ParameterError, TooLongError
from wargraph.fixed_order.transcripts.tree import transcripts
from wargraph.graph.outcomes.play_outs import play_outs


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", range(1, 10))
def test_splits_have_the_lengths_of_brute_force(n, order):
    graph = war_graph(n)
    outcome = play_outs(graph, order).outcome
    played = {}
    for split in range(1, n + 1):
        finite = outcome[graph.positions.block(split)]
        turns, counts = np.unique(finite[finite >= 0], return_counts=True)
        played |= {(int(turn), split): int(count) for turn, count in zip(turns, counts, strict=True)}
    assert transcripts(n, order).positions == played


@pytest.mark.parametrize(("n", "order"), [(8, "WL"), (8, "LW"), (4, "LW"), *long((12, "WL"))])
def test_extensions_add_up_if_no_deal_is_endless(n, order):
    assert sum(transcripts(n, order).positions.values()) == factorial(n + 1) // 2


@pytest.mark.parametrize("splits", [None, [5, 6], [1], [11]])
def test_deepest_classes_are_those_of_the_tree(splits):
    whole, found = transcripts(11, "LW", splits), transcripts(11, "LW", splits, only_deepest=True)
    longest = max(turns for turns, _ in whole.positions)
    assert found.deepest == whole.deepest
    assert found.deepest.turns == longest
    assert found.positions == {place: count for place, count in whole.positions.items() if place[0] == longest}
    assert play(found.deepest.example(), "LW").turns == longest


def test_rows_name_what_was_not_counted():
    rows = transcripts(3, "WL", splits=[2]).rows()
    assert {tuple(row.values())[:2] for row in rows} == {(3, "WL")}
    assert [tuple(row.values())[2:] for row in rows] == [(0, 3, 1, None), (1, 2, 1, 3), (2, 1, 1, None), (3, 2, 1, 1)]


@pytest.mark.parametrize("splits", [[], [0], [4], [2, 9]])
def test_splits_that_cannot_be_are_refused(splits):
    assert "holds 1 to 3 of 3 cards" in refusal(ParameterError, transcripts, 3, "WL", splits)


@pytest.mark.long
def test_long_work_is_refused_with_the_forecast():
    message = refusal(TooLongError, transcripts, 20, "WL")
    assert re.match(r"n = 20, WL: [0-9.]+e\+1[2-5] to [0-9.]+e\+1[5-8] transcript classes are left, some ", message)
    assert re.search("at 150 million a second for each of .*more than the 1 hour allowed: use a smaller deck", message)


@pytest.mark.usefixtures("looks_are_many")
def test_the_watcher_is_told_how_far_it_is(monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.transcripts.engine.SECONDS_TO_FORECAST", 0)
    told = []
    tree = transcripts(10, "LW", run_options=RunOptions(ThreadPoolExecutor(1), progress=told.append))
    assert told[0] == Progress("n = 10, LW", 0.0)
    assert len(told) > 1
    classes = [known.amount.done for known in told[1:]]
    assert classes == sorted(classes)
    total = sum(tree.classes.values())
    for known in told[1:]:
        assert known.work == "n = 10, LW"
        assert total / 5 < known.amount.done + known.amount.left < 5 * total


@pytest.mark.usefixtures("looks_are_many")
def test_what_is_known_counts_positions_and_classes(monkeypatch):
    monkeypatch.setattr("wargraph.fixed_order.transcripts.engine.SECONDS_TO_FORECAST", 0)

    summary = interruption(transcripts, 12, "WL", when=lambda progress: progress.amount).partial_summary
    assert re.fullmatch(r"[\d,]+ positions in [\d,]+ transcript classes are counted so far", summary)
