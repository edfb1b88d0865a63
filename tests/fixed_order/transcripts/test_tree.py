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
from wargraph.errors import TooLongError
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


def test_the_deepest_class_has_the_longest_game():
    tree = transcripts(11, "LW")
    turns = max(turns for turns, _ in tree.positions)
    assert tree.deepest.turns == turns
    assert play(tree.deepest.example(), "LW").turns == turns


def test_rows_have_the_turns_and_the_split():
    rows = transcripts(3, "WL").rows()
    assert {tuple(row.values())[:2] for row in rows} == {(3, "WL")}
    assert [tuple(row.values())[2:] for row in rows] == [(0, 3, 1, 6), (1, 2, 1, 3), (2, 1, 1, 2), (3, 2, 1, 1)]


@pytest.mark.long
def test_long_work_is_refused_with_the_forecast():
    message = refusal(TooLongError, transcripts, 20, "WL")
    assert re.match(
        r"n = 20, WL: this takes about .* \([0-9.]+e\+1[2-5] to [0-9.]+e\+1[5-8] transcript classes at ", message
    )
    assert re.search("at 150 million a second for each of .*, and the limit is 1 hour: use a smaller deck", message)


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
