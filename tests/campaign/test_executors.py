"""Long work on threads, in a process that starts from nothing, and on a cluster, cut otherwise: the same rows."""

from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import pytest

from tests.campaign.dask_processes import dask_processes, until_there_are
from tests.campaign.kept import WORK as KEPT_WORK
from wargraph import RunOptions, all_deals, cluster, simulate
from wargraph.campaign.run import threads

pytestmark = pytest.mark.long

WORK = KEPT_WORK | {
    "all_deals, one by one": lambda run_options: all_deals("drew-stack,deck=3x3", run_options),
    "all_deals, side by side": lambda run_options: all_deals("delahaye-mathieu,deck=5x2+1", run_options),
}


@pytest.fixture(scope="module")
def rows():
    """The rows by default: threads, one a core, and units of the usual size."""
    return {name: work(None).rows() for name, work in WORK.items()}


@contextmanager
def a_process():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        yield executor


EXECUTORS = {
    "a thread": lambda: threads(1),
    "five threads": lambda: threads(5),
    "a process": a_process,
}


@pytest.fixture(scope="module", params=EXECUTORS)
def executor(request):
    with EXECUTORS[request.param]() as executor:
        yield executor


@pytest.mark.parametrize("name", WORK)
@pytest.mark.usefixtures("small_units")
def test_every_executor_and_cut_gives_the_same_rows(name, rows, executor):
    assert WORK[name](RunOptions(executor)).rows() == rows[name]


@pytest.mark.usefixtures("small_units")
def test_a_cluster_gives_the_same_rows_and_games(rows, tmp_path):
    """Whether units of the other kinds can be sent is seen with a process."""
    with dask_processes(tmp_path) as there:
        there.worker(threads=4)
        with cluster(there.address) as executor:
            until_there_are(4, executor)
            for name in ("simulate", "tournament", "longest", "census"):
                assert WORK[name](RunOptions(executor)).rows() == rows[name]
            test_games_come_from_every_executor(executor)


@pytest.mark.usefixtures("small_units")
def test_games_come_from_every_executor(executor):
    one, other = (simulate("kids", 200, 1, run_options=each) for each in (None, RunOptions(executor)))
    assert one == other
