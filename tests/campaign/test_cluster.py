"""A cluster: who is refused, and what happens when workers or the caller are gone."""

import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest

from tests.campaign.dask_processes import PATIENCE, REPOSITORY, DaskProcesses, until
from tests.campaign.kept import Total, Worked, die, rows_of_work, wait_for
from tests.docs.pages import listings
from tests.support import refusal
from wargraph import ClusterError, ParameterError, RunOptions, cluster, longest

module = import_module("wargraph.campaign.cluster")
pytestmark = pytest.mark.long


def connect(address):
    with cluster(address):
        pass


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    with DaskProcesses(tmp_path_factory.mktemp("dask")) as processes:
        yield processes


@pytest.fixture
def dask(scheduler):
    """The scheduler; the workers of a test end with it."""
    yield scheduler
    scheduler.stop_workers()
    scheduler.until_connected(0)


def noted(folder):
    """The processes that have begun with units."""
    return {int(path.name.split("-")[1]) for path in folder.glob("*-*")}


@pytest.mark.parametrize("address", ["", "http://here:8786", None])
def test_an_address_begins_with_tcp_or_tls(address):
    assert "is not an address: write it as `dask scheduler` prints it" in refusal(ParameterError, connect, address)


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'wargraph[cluster]'" in refusal(ClusterError, connect, "tcp://127.0.0.1:8786")


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr(module, "_SECONDS_TO_CONNECT", 0.3)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
    assert f"no Dask scheduler answers at {address}" in refusal(ClusterError, connect, address)


def test_a_scheduler_without_workers_is_refused(dask, monkeypatch):
    monkeypatch.setattr(module, "_SECONDS_TO_COME", 0.1)
    assert f"start some by `dask worker {dask.address}`" in refusal(ClusterError, connect, dask.address)


@pytest.mark.usefixtures("small_units")
def test_a_cluster_of_three_that_loses_one_gives_the_same(dask, tmp_path):
    workers = dask.workers(3)
    units = [Worked(wait_for, (tmp_path, "go", number)) for number in range(20)]
    with cluster(dask.address) as executor, ThreadPoolExecutor(1) as caller:
        future = caller.submit(Total(*units).run, RunOptions(executor))
        until(lambda: noted(tmp_path) == {worker.pid for worker in workers})
        workers[0].kill()
        (tmp_path / "go").touch()
        assert future.result(PATIENCE) == 20
        for name in ("games", "a tree"):
            assert rows_of_work(name, RunOptions(executor, hours=10)) == rows_of_work(name)


def test_the_page_shows_what_works_and_an_error_of_the_work_is_passed_on(dask, capsys):
    (code,) = listings(REPOSITORY / "docs" / "long-work.md", "py")
    dask.workers(1)
    exec(code.replace("tcp://127.0.0.1:8786", dask.address).replace("longest(16", "longest(9"))
    assert capsys.readouterr().out == f"{longest(9, 'WL')}\n"
    with cluster(dask.address) as executor, pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result(PATIENCE)


def test_a_deadly_unit_is_given_up_and_a_lost_scheduler_is_told(tmp_path):
    with DaskProcesses(tmp_path, allowed_failures=1) as dask:

        def ask(do):
            with cluster(dask.address) as executor:
                do(executor)

        def lose(executor):
            future = executor.submit(time.sleep, 60)
            dask.scheduler.kill()
            future.result(PATIENCE)

        dask.workers(3)
        deadly = Total(Worked(die))
        assert "2 workers died of one work unit" in refusal(
            ClusterError, ask, lambda executor: deadly.run(RunOptions(executor))
        )
        assert "is lost: start it again" in refusal(ClusterError, ask, lose)


@pytest.mark.parametrize(
    ("package", "told"),
    [
        ("__version__ = '0.0.9'", "has wargraph 0.0.9 (sources abc), which is not"),
        ("raise ModuleNotFoundError('nowhere')", "has no wargraph (nowhere): install wargraph"),
    ],
)
def test_a_worker_with_other_sources_is_refused(dask, tmp_path, package, told):
    (tmp_path / "wargraph" / "compute").mkdir(parents=True)
    (tmp_path / "wargraph" / "__init__.py").write_text(package)
    (tmp_path / "wargraph" / "compute" / "source_digest.py").write_text("sources_digest = lambda: 'abc'")
    dask.workers(1, package=tmp_path)
    assert told in refusal(ClusterError, connect, dask.address)


CALLER = """
import sys, pathlib
from tests.campaign.kept import Total, Worked, wait_for
from wargraph import RunOptions, cluster

with cluster(sys.argv[1]) as executor:
    folder = pathlib.Path(sys.argv[2])
    Total(*(Worked(wait_for, (folder, "over", number)) for number in range(20))).run(RunOptions(executor))
"""


def test_ctrl_c_waits_for_nobody(dask, tmp_path):
    """The units at work wait for a file that is made when all is over."""
    dask.workers(1, threads=2)
    command = [sys.executable, "-c", CALLER, dask.address, str(tmp_path)]
    caller = subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True)
    until(lambda: noted(tmp_path))
    caller.send_signal(signal.SIGINT)
    _, told = caller.communicate(timeout=PATIENCE)
    assert caller.returncode == 1
    assert told.rstrip().endswith("wargraph.campaign.progress.Interrupted")
    (tmp_path / "over").touch()
