"""Long work on other processes, which start from nothing: the same rows as by threads."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from wargraph import (
    Effort,
    all_deals,
    auction_study,
    census,
    compare,
    endless_cycles,
    longest,
    round_robin,
    simulate,
    simulate_auction,
    tournament,
    transcript_tree,
)
from wargraph.full_game import simulate as simulate_module
from wargraph.full_game.every_deal import one_by_one, side_by_side
from wargraph.relations import census as census_module

WORK = {
    "simulate": lambda effort: simulate("bryer", 500, 3, effort=effort),
    "compare": lambda effort: compare(["drew-stack", "kids"], 500, 3, effort=effort),
    "all_deals, one by one": lambda effort: all_deals("drew-stack,deck=3x3", effort),
    "all_deals, side by side": lambda effort: all_deals("delahaye-mathieu,deck=5x2+1", effort),
    "simulate_auction": lambda effort: simulate_auction("SimpleMinded1+2xDummy", 1000, 3, effort=effort),
    "tournament": lambda effort: tournament(round_robin(["Min", "Dummy", "Adversary"]), 600, 3, effort=effort),
    "auction_study": lambda effort: auction_study([1, 2], 500, 3, effort),
    "transcript_tree": lambda effort: transcript_tree(11, "LW", effort=effort),
    "longest": lambda effort: longest(11, "WL", effort=effort),
    "census": lambda effort: census(5, effort=effort),
    "endless_cycles": lambda effort: endless_cycles(9, "WL", "even", effort),
}


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize("name", WORK)
def test_processes_give_the_same_rows(name, processes, monkeypatch):
    expected = WORK[name](None).rows()
    monkeypatch.setattr(simulate_module, "_PIECE", 70)
    monkeypatch.setattr(one_by_one, "_PIECE", 100)
    monkeypatch.setattr(side_by_side, "_DEALS", 5000)
    monkeypatch.setattr(census_module, "_PIECE", 1000)
    assert WORK[name](Effort(processes)).rows() == expected


def test_records_come_from_processes_too(processes, monkeypatch):
    monkeypatch.setattr(simulate_module, "_PIECE", 70)
    records = [], []
    for kept, effort in zip(records, (None, Effort(processes)), strict=True):
        simulate(
            "kids", 200, 1, effort=effort, sink=lambda first, found, kept=kept: kept.append((first, found.tolist()))
        )
    one, other = map(sorted, records)
    assert one == other
    assert [first for first, _ in one] == [0, 70, 140]
