"""A cluster: who is refused, and what happens when workers, the caller or the scheduler are gone."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest

from tests.campaign.kept import PATIENCE, Total, Worked, die, until, wait_for
from tests.docs.pages import ROOT, listings
from tests.support import refusal
from wargraph import ClusterError, ParameterError, RunOptions, contest, dask_cluster, farthest, longest, transcripts

module = import_module("wargraph.campaign.cluster")
pytestmark = pytest.mark.long


class Dask:
    """A scheduler on this machine and its workers, each a process of its own that can be killed.

    A work unit may kill one worker but not two. No nanny starts a worker again.
    """

    def __init__(self, folder):
        self.folder, self.workers = folder, []
        self.scheduler = self.started("scheduler", "--port=0")

    def started(self, kind, *options, folder=ROOT):
        shared = f"--scheduler-file={self.folder / 'file.json'}", "--host=127.0.0.1", "--dashboard-address=127.0.0.1:0"
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *shared, *options],
            cwd=folder,
            env=os.environ | {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def address(self):
        file = self.folder / "file.json"
        until(lambda: file.exists() and file.stat().st_size)
        return json.loads(file.read_text())["address"]

    def with_workers(self, count, folder=ROOT):
        """So many workers are connected: some are started in a folder, which has the package, or killed."""
        from distributed import Client  # it takes half a second to load

        self.workers = [worker for worker in self.workers if worker.poll() is None]
        while len(self.workers) > count:
            stop(self.workers.pop())
        options = "--nthreads=1", "--no-nanny", f"--local-directory={self.folder}"
        while len(self.workers) < count:
            self.workers.append(self.started("worker", *options, folder=folder))
        with Client(self.address, set_as_default=False) as client:
            until(lambda: len(client.nthreads()) == count)
        return self


def stop(process):
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    processes = Dask(tmp_path_factory.mktemp("dask"))
    yield processes
    for process in (*processes.workers, processes.scheduler):
        stop(process)


def connect(address):
    with dask_cluster(address):
        pass


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
    address = dask.with_workers(0).address
    assert f"start some by `dask worker {address}`" in refusal(ClusterError, connect, address)


@pytest.mark.parametrize(
    ("package", "told"),
    [
        ("__version__ = '0.0.9'", "reports wargraph 0.0.9 (sources abc), not wargraph "),
        ("raise ModuleNotFoundError('nowhere')", "reports nowhere, not wargraph "),
    ],
)
def test_a_worker_with_other_sources_is_refused(dask, tmp_path, package, told):
    (tmp_path / "wargraph" / "compute").mkdir(parents=True)
    (tmp_path / "wargraph" / "__init__.py").write_text(package)
    (tmp_path / "wargraph" / "compute" / "source_digest.py").write_text("sources_digest = lambda: 'abc'")
    dask.with_workers(0).with_workers(1, tmp_path)
    assert told in refusal(ClusterError, connect, dask.address)
    dask.with_workers(0)


def test_workers_search_back_from_copies(dask):
    """The workers of a cluster share no memory with the search."""
    with dask_cluster(dask.with_workers(2).address) as executor:
        run_options = RunOptions(executor)
        assert farthest(8, run_options=run_options) == farthest(8)
        assert contest("random:7:1", run_options=run_options) == contest("random:7:1")


def test_the_python_of_the_page_works(dask, capsys):
    (code,) = listings(ROOT / "docs" / "long-work.md", "py")
    address = dask.with_workers(2).address
    exec(code.replace("tcp://127.0.0.1:8786", address).replace("longest(16", "longest(9"))
    assert capsys.readouterr().out == f"{longest(9, 'WL')}\n"
    with dask_cluster(address) as executor, pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result(PATIENCE)


CALLER = """
import sys, pathlib
from tests.campaign.kept import PATIENCE, Total, Worked, wait_for
from wargraph import RunOptions, dask_cluster

with dask_cluster(sys.argv[1]) as executor:
    folder = pathlib.Path(sys.argv[2])
    Total(*(Worked(wait_for, (folder, "over", number)) for number in range(20))).run(RunOptions(executor))
"""


def test_ctrl_c_waits_for_nobody(dask, tmp_path):
    """The units at work wait for a file that is made when all is over."""
    command = [sys.executable, "-c", CALLER, dask.with_workers(2).address, str(tmp_path)]
    caller = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    until(lambda: noted(tmp_path))
    caller.send_signal(signal.SIGINT)
    _, told = caller.communicate(timeout=PATIENCE)
    assert caller.returncode == 1
    assert told.rstrip().endswith("wargraph.campaign.progress.Interrupted")
    (tmp_path / "over").touch()


def test_a_cluster_may_lose_a_worker(dask, tmp_path):
    units = [Worked(wait_for, (tmp_path, "go", number)) for number in range(20)]
    with dask_cluster(dask.with_workers(2).address) as executor, ThreadPoolExecutor(1) as caller:
        future = caller.submit(Total(*units).run, RunOptions(executor))
        until(lambda: noted(tmp_path) == {worker.pid for worker in dask.workers})
        dask.workers[0].kill()
        (tmp_path / "go").touch()
        assert future.result(PATIENCE) == 20
        assert transcripts(11, "LW", run_options=RunOptions(executor)) == transcripts(11, "LW")


def lose(dask, executor):
    future = executor.submit(time.sleep, PATIENCE)
    dask.scheduler.kill()
    future.result(PATIENCE)


@pytest.mark.parametrize(
    ("do", "told"),
    [
        (lambda _, executor: Total(Worked(die)).run(RunOptions(executor)), "2 workers died of one work unit"),
        (lose, "is lost: start it again"),  # the last test, as it ends all
    ],
)
def test_deadly_units_and_lost_schedulers_are_reported(dask, do, told):
    def ask():
        with dask_cluster(dask.with_workers(2).address) as executor:
            do(dask, executor)

    assert told in refusal(ClusterError, ask)
