"""A cluster: who is refused, and what happens when workers or the caller are gone."""

import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest
from distributed import Client

from tests.campaign.dask_processes import PATIENCE, REPOSITORY, dask_processes, until, until_there_are
from tests.campaign.kept import WORK, Total, Worked, die, wait_for
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
    with dask_processes(tmp_path_factory.mktemp("dask")) as processes:
        yield processes


@pytest.fixture
def dask(scheduler):
    """The scheduler; the workers of a test end with it."""
    yield scheduler
    scheduler.stop_workers()
    with Client(scheduler.address, set_as_default=False) as client:
        until(lambda: not client.nthreads())


@pytest.fixture
def campaign(tmp_path):
    """Runs a campaign in a thread; its units note who works on them in a folder, and wait there for the file `go`."""
    with ThreadPoolExecutor(1) as caller:
        units = [Worked(wait_for, (tmp_path, "go", number)) for number in range(20)]
        yield lambda executor: caller.submit(Total(*units).run, RunOptions(executor))
        (tmp_path / "go").touch()


def noted(folder):
    """The processes that have begun with units."""
    return {int(path.name.split("-")[1]) for path in folder.glob("*-*")}


@pytest.mark.parametrize("address", ["", "here", "http://here:8786", 8786, None])
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


def test_the_units_of_a_killed_worker_are_done_by_another(dask, campaign, tmp_path):
    workers = [dask.worker() for _ in range(3)]
    until_connected(dask, 3)
    with cluster(dask.address) as executor:
        until_there_are(3, executor)
        future = campaign(executor)
        until(lambda: noted(tmp_path) == {worker.pid for worker in workers})
        workers[0].kill()
        (tmp_path / "go").touch()
        assert future.result(PATIENCE) == 20


@pytest.mark.usefixtures("small_units")
def test_a_cluster_of_three_that_loses_one_gives_the_same_rows(dask):
    workers = [dask.worker() for _ in range(3)]
    until_connected(dask, 3)
    for name in ("transcript_tree", "simulate", "census"):
        rows = WORK[name](None).rows()
        with cluster(dask.address) as executor:
            if name == "simulate":
                workers[0].kill()
            assert WORK[name](RunOptions(executor, hours=10)).rows() == rows


def until_connected(dask, count):
    with Client(dask.address, set_as_default=False) as client:
        until(lambda: len(client.nthreads()) == count)


def test_the_page_shows_what_works_and_an_error_of_the_work_is_passed_on(dask, capsys):
    (code,) = listings(REPOSITORY / "docs" / "long-work.md", "py")
    dask.worker()
    exec(code.replace("tcp://127.0.0.1:8786", dask.address).replace("longest(16", "longest(9"))
    assert capsys.readouterr().out == f"{longest(9, 'WL')}\n"
    with cluster(dask.address) as executor:
        with pytest.raises(ZeroDivisionError):
            executor.submit(divmod, 1, 0).result(PATIENCE)
        assert executor.submit(divmod, 7, 4).result(PATIENCE) == (1, 3)


def test_a_unit_that_kills_every_worker_is_given_up(dask):
    for _ in range(4):
        dask.worker()
    until_connected(dask, 4)

    def ask():
        with cluster(dask.address) as executor:
            Total(Worked(die)).run(RunOptions(executor))

    assert "4 workers died of one work unit" in refusal(ClusterError, ask)


def test_a_lost_scheduler_is_told(tmp_path):
    (tmp_path / "dask").mkdir()
    with dask_processes(tmp_path / "dask") as dask:
        dask.worker()
        until_connected(dask, 1)

        def ask():
            with cluster(dask.address) as executor:
                until_there_are(1, executor)
                future = executor.submit(time.sleep, 60)
                dask.scheduler.kill()
                future.result(PATIENCE)

        assert "is lost: start it again" in refusal(ClusterError, ask)


def other_package(folder, text):
    """A folder with what stands for another version of this package, or for none."""
    package = folder / "other" / "wargraph"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(text)
    (package / "compute").mkdir()
    (package / "compute" / "source_digest.py").write_text("sources_digest = lambda: 'abc'")
    return package.parent


@pytest.mark.parametrize(
    ("package", "told"),
    [
        ("__version__ = '0.0.9'", "has wargraph 0.0.9 (sources abc), which is not"),
        ("raise ModuleNotFoundError('nowhere')", "has no wargraph (nowhere): install wargraph"),
    ],
)
def test_a_worker_with_other_sources_is_refused(dask, tmp_path, package, told):
    dask.worker(package=other_package(tmp_path, package))
    message = refusal(ClusterError, connect, dask.address)
    assert message.startswith("worker tcp://127.0.0.1:")
    assert told in message


def test_ctrl_c_waits_for_nobody(dask, tmp_path):
    """The units at work wait for a file that is made when all is over."""
    dask.worker(threads=2)
    program = (
        "import sys, pathlib\n"
        "from tests.campaign.kept import Total, Worked, wait_for\n"
        "from wargraph import RunOptions, cluster\n"
        "with cluster(sys.argv[1]) as executor:\n"
        "    folder = pathlib.Path(sys.argv[2])\n"
        "    units = [Worked(wait_for, (folder, 'over', number)) for number in range(20)]\n"
        "    Total(*units).run(RunOptions(executor))\n"
    )
    command = [sys.executable, "-c", program, dask.address, str(tmp_path)]
    caller = subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True)
    until(lambda: noted(tmp_path))
    caller.send_signal(signal.SIGINT)
    _, told = caller.communicate(timeout=PATIENCE)
    assert caller.returncode == 1
    assert told.rstrip().endswith("wargraph.campaign.progress.Interrupted")
    (tmp_path / "over").touch()
