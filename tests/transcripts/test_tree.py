"""Counted trees: against the arrays for every split, against known numbers, with a limit and on an interruption."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from math import factorial

import numpy as np
import pytest

from tests.support import ORDERS, refusal, war_graph
from wargraph.campaign.run import Progress
from wargraph.errors import ParameterError, TooLongError
from wargraph.graph.play_outs import play_outs
from wargraph.rules import play_out
from wargraph.transcripts.tree import Effort, TreeProgress, deepest_classes, finished_walk, transcript_tree
from wargraph.transcripts.walk import Tally

# Number of classes under WL, any split; computed by independent throwaway programs.
CLASSES = {9: 3189, 10: 228534, 11: 28632, 12: 12502339, 13: 551090, 15: 7952563}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", range(1, 11))
def test_every_split_has_the_lengths_that_brute_force_finds(n, order):
    graph = war_graph(n)
    outcome = play_outs(graph, order).outcome
    played = {}
    for split in range(1, n + 1):
        finite = outcome[graph.positions.block(split)]
        turns, counts = np.unique(finite[finite >= 0], return_counts=True)
        played |= {(int(turn), split): int(count) for turn, count in zip(turns, counts, strict=True)}
    assert transcript_tree(n, order).positions == played


@pytest.mark.parametrize(("n", "classes"), CLASSES.items())
def test_number_of_classes_under_wl(n, classes):
    tree = deepest_classes(n, "WL")
    assert sum(tree.classes.values()) == classes


@pytest.mark.parametrize(("n", "order"), [(12, "WL"), (8, "LW"), (4, "LW")])
def test_where_no_deal_is_endless_the_extensions_add_up(n, order):
    assert sum(transcript_tree(n, order).positions.values()) == factorial(n + 1) // 2


@pytest.mark.parametrize("splits", [None, [5, 6], [1], [11]])
def test_the_deepest_classes_are_those_of_the_whole_tree(splits):
    whole, found = transcript_tree(11, "LW", splits), deepest_classes(11, "LW", splits)
    longest = max(turns for turns, _ in whole.positions)
    assert found.deepest == whole.deepest
    assert found.deepest.turns == longest
    assert found.positions == {place: count for place, count in whole.positions.items() if place[0] == longest}
    assert play_out(found.deepest.example(), "LW").turns == longest


@pytest.mark.parametrize("executor", [ThreadPoolExecutor(1), ThreadPoolExecutor(3), ProcessPoolExecutor(2)])
def test_workers_do_not_change_a_tree(executor, monkeypatch):
    expected = transcript_tree(11, "LW")
    monkeypatch.setattr(
        "wargraph.transcripts.tree.finished_walk", lambda *arguments: replace(finished_walk(*arguments), budget=1000)
    )
    with executor:
        found = transcript_tree(11, "LW", effort=Effort(executor))
    assert found == expected
    assert found.deepest.turns == 38


def test_rows_name_what_was_not_counted():
    rows = transcript_tree(3, "WL", splits=[2]).rows()
    assert [tuple(row.values()) for row in rows] == [(0, 3, 1, None), (1, 2, 1, 3), (2, 1, 1, None), (3, 2, 1, 1)]


@pytest.mark.parametrize("splits", [[], [0], [4], [2, 9]])
def test_splits_that_cannot_be_are_refused(splits):
    assert "holds 1 to 3 of 3 cards" in refusal(ParameterError, transcript_tree, 3, "WL", splits)


def test_what_takes_too_long_is_refused_with_the_forecast(monkeypatch):
    monkeypatch.setattr("wargraph.transcripts.tree._SECONDS_TO_FIRST_FORECAST", 0.01)
    message = refusal(TooLongError, deepest_classes, 20, "WL")
    assert "n = 20, WL: about " in message
    assert "at a billion a second" in message
    assert "transcript classes are left to walk" in message
    assert "more than the 1 hour allowed: use a smaller deck" in message


def test_what_turns_out_to_take_too_long_is_refused_by_the_rate_so_far(monkeypatch):
    monkeypatch.setattr("wargraph.transcripts.tree._SECONDS_TO_FIRST_FORECAST", 0.01)
    message = refusal(TooLongError, deepest_classes, 14, "LW", None, Effort(hours=1e-4))
    assert "at the rate of this machine, more than the 0.0001 hours allowed" in message
    assert "or allow more (--hours 1)" in message


@pytest.mark.parametrize("hours", [0, -1, float("nan"), "1", None, 1j, [1]])
def test_a_limit_is_a_time(hours):
    assert "must be a number above 0" in refusal(ParameterError, Effort, hours=hours)


@pytest.mark.parametrize(("options", "part"), [({"executor": "x"}, "executor 'x'"), ({"watch": 3}, "watch 3")])
def test_an_effort_is_of_an_executor_and_a_function(options, part):
    assert part in refusal(ParameterError, Effort, **options)


@pytest.mark.parametrize("effort", [None, 2, ThreadPoolExecutor])
def test_an_effort_is_one(effort):
    assert "is not an Effort" in refusal(ParameterError, transcript_tree, 5, "WL", None, effort)


@pytest.mark.parametrize("splits", [3, [2.0], ["2"], [[1]]])
def test_splits_are_whole_numbers(splits):
    assert "not whole numbers" in refusal(ParameterError, transcript_tree, 5, "WL", splits)


def test_splits_of_an_array_are_plain_numbers():
    assert repr(transcript_tree(5, "WL", np.array([3, 2])).splits) == "(2, 3)"


def test_the_watcher_is_told_how_far_it_is(monkeypatch):
    monkeypatch.setattr("wargraph.transcripts.tree._SECONDS_TO_FIRST_FORECAST", 0)
    monkeypatch.setattr("wargraph.transcripts.tree._SECONDS_BETWEEN_FORECASTS", 0)
    told = []
    tree = deepest_classes(12, "LW", effort=Effort(ThreadPoolExecutor(1), watch=told.append))
    classes = [known.classes for known in told]
    assert classes == sorted(classes)
    total = sum(tree.classes.values())
    for known in told:
        assert (known.n, known.order) == (12, "LW")
        assert total / 5 < known.classes + known.classes_left < 5 * total


def test_progress_reads_in_a_few_words():
    tally = Tally(Counter({(0, 1, 2): 3_000_000}))
    known = TreeProgress(14, ORDERS[0], tally, 10.0, 9_000_000.0, 1.0)
    assert known.seconds_left == 30
    assert str(known) == "25% of about 1.2e+07 transcript classes, 30 s left"


def test_the_progress_of_a_campaign_accounts_for_the_whole_tree():
    walk = finished_walk(9, "WL")
    tally, left = type(walk)(walk.roots, walk.splits, budget=500)(walk.pieces()[0])
    assert left
    progress = Progress(tally, left, 1.0)
    rest = [walk(piece)[0] for piece in progress.pieces]
    assert sum(part.classes.total() for part in [tally, *rest]) == CLASSES[9]
