"""Long work on threads, processes that start from nothing, and a cluster, cut otherwise: the same rows."""

from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from multiprocessing import get_context

import pytest

from tests.campaign.dask_processes import dask_processes, until_there_are
from tests.campaign.kept import WORK as KEPT_WORK
from wargraph import RunOptions, all_deals, cluster, simulate
from wargraph.auction import simulate as auction_module
from wargraph.campaign.run import threads
from wargraph.fixed_order.forest import engine as forest_module
from wargraph.fixed_order.transcripts.engine import WalkedTrees, whole_trees
from wargraph.full_game import simulate as simulate_module
from wargraph.full_game.every_deal import one_by_one, side_by_side
from wargraph.relations import census as census_module

pytestmark = pytest.mark.long

WORK = KEPT_WORK | {
    "all_deals, one by one": lambda run_options: all_deals("drew-stack,deck=3x3", run_options),
    "all_deals, side by side": lambda run_options: all_deals("delahaye-mathieu,deck=5x2+1", run_options),
}


@cache
def rows(name):
    """The rows by default: threads, one a core, and pieces of the usual size."""
    return WORK[name](None).rows()


def cut_small(monkeypatch):
    """From now on all work is cut into several pieces, of sizes that do not go into it."""
    monkeypatch.setattr(simulate_module, "_PIECE", 70)
    monkeypatch.setattr(auction_module, "_PIECE", 37)
    monkeypatch.setattr(one_by_one, "_PIECE", 100)
    monkeypatch.setattr(side_by_side, "_DEALS", 5000)
    monkeypatch.setattr(census_module, "_PIECE", 1000)
    monkeypatch.setattr(forest_module, "_WORDS", 5000)
    monkeypatch.setattr(WalkedTrees, "pieces", lambda trees: whole_trees(replace(trees.walk, budget=3000)))


@contextmanager
def processes(_folder):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@contextmanager
def workers_of_dask(folder):
    with dask_processes(folder) as there:
        there.worker(threads=1)
        there.worker(threads=4)
        with cluster(there.address) as executor:
            until_there_are(5, executor)
            yield executor


EXECUTORS = {
    "a thread": lambda _: threads(1),
    "two threads": lambda _: threads(2),
    "five threads": lambda _: threads(5),
    "processes": processes,
    "a cluster": workers_of_dask,
}


@pytest.fixture(scope="module", params=EXECUTORS)
def executor(request, tmp_path_factory):
    with EXECUTORS[request.param](tmp_path_factory.mktemp("dask")) as executor:
        yield executor


@pytest.mark.parametrize("name", WORK)
def test_every_executor_and_cut_gives_the_same_rows(name, executor, monkeypatch):
    expected = rows(name)
    cut_small(monkeypatch)
    assert WORK[name](RunOptions(executor)).rows() == expected


def test_records_come_from_every_executor(executor, monkeypatch):
    cut_small(monkeypatch)
    records = [], []
    for kept, run_options in zip(records, (None, RunOptions(executor)), strict=True):
        simulate(
            "kids",
            200,
            1,
            run_options=run_options,
            sink=lambda first, games, kept=kept: kept.append((first, games.tolist())),
        )
    one, other = map(sorted, records)
    assert one == other
    assert [first for first, _ in one] == [0, 70, 140]
