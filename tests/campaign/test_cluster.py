"""A cluster: who is refused, and what happens when workers, the scheduler or the caller are gone."""

import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest
from distributed import Client

from tests.campaign.dask_processes import PATIENCE, REPOSITORY, dask_processes, until, until_there_are
from tests.campaign.pieces import Counted, Deadly, Noted
from tests.docs.pages import listings
from tests.support import refusal
from wargraph import ClusterError, ParameterError, RunOptions, cluster, longest
from wargraph.campaign import dask_workers
from wargraph.campaign.run import workers_of

pytestmark = pytest.mark.long


class Unreadable:
    """What is read as if its module were only here."""

    def __reduce__(self):
        return import_module, ("only_here",)

    def __call__(self):
        """It never comes to that."""


def connect(address):
    with cluster(address):
        pass


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """Gives up a task with the first worker that dies of it."""
    with dask_processes(tmp_path_factory.mktemp("dask"), allowed_failures=0) as processes:
        yield processes


@pytest.fixture
def dask(scheduler):
    """The scheduler; the workers of a test end with it."""
    yield scheduler
    scheduler.stop_workers()
    until(lambda: state_of(scheduler) == (0, 0))


def state_of(dask):
    """How many tasks and workers the scheduler knows, when nobody of this package is there any more."""
    with Client(dask.address, set_as_default=False) as client:
        until(lambda: not client.run_on_scheduler(lambda dask_scheduler: "wargraph" in str([*dask_scheduler.clients])))
        return client.run_on_scheduler(lambda dask_scheduler: (len(dask_scheduler.tasks), len(dask_scheduler.workers)))


@pytest.fixture
def campaign(tmp_path):
    """Runs a campaign in a thread; its pieces note who works on them in a folder, and wait there for the file `go`."""
    with ThreadPoolExecutor(1) as caller:
        pieces = [Noted(number, tmp_path, "go") for number in range(20)]
        yield lambda executor: caller.submit(Counted(*pieces).run, RunOptions(executor))
        (tmp_path / "go").touch()


def noted(folder):
    """Who has begun with which pieces, by process."""
    found = {}
    for path in folder.glob("*-*"):
        number, process = map(int, path.name.split("-"))
        found.setdefault(process, set()).add(number)
    return found


@pytest.mark.parametrize(
    "address", ["", "here", "tcp://", "tcp://here", "tcp://here:x", "tcp://here:1/", "http://here:8786", 8786, None]
)
def test_an_address_is_one(address):
    assert "is not an address: write it as `dask scheduler` prints it" in refusal(ParameterError, connect, address)


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.delitem(sys.modules, "wargraph.campaign.dask_workers")
    monkeypatch.delattr("wargraph.campaign.dask_workers")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'wargraph[cluster]'" in refusal(ClusterError, connect, "tcp://127.0.0.1:8786")


@pytest.mark.parametrize("listens", [False, True])
def test_nobody_or_somebody_else_answers(listens, monkeypatch, capfd):
    monkeypatch.setattr(dask_workers, "_SECONDS_TO_CONNECT", 0.3)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        if listens:
            other.listen()
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        assert f"no Dask scheduler answers at {address}" in refusal(ClusterError, connect, address)
    assert capfd.readouterr() == ("", "")


def test_a_scheduler_without_workers(dask, monkeypatch):
    monkeypatch.setattr(dask_workers, "_SECONDS_TO_COME", 0)
    assert f"start some by `dask worker {dask.address}`" in refusal(ClusterError, connect, dask.address)


def test_what_a_killed_worker_had_is_done_by_another(dask, campaign, tmp_path):
    one, other = dask.worker(), dask.worker()
    with cluster(dask.address) as executor:
        until_there_are(2, executor)
        future = campaign(executor)
        until(lambda: noted(tmp_path).keys() == {one.pid, other.pid})
        one.kill()
        (tmp_path / "go").touch()
        assert future.result(PATIENCE) == 20
    assert noted(tmp_path)[one.pid] < noted(tmp_path)[other.pid] == set(range(20))
    assert state_of(dask) == (0, 1)


def test_work_waits_while_there_is_no_worker(dask, campaign, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(dask_workers, "_SECONDS_ALONE", 0)
    told = []

    def is_told(line):
        told.append(capfd.readouterr().err)
        return line in "".join(told)

    first = dask.worker()
    with cluster(dask.address) as executor:
        future = campaign(executor)
        until(lambda: noted(tmp_path))
        first.kill()
        until(lambda: is_told(f"wargraph: no worker is left at {dask.address}, and the work waits for one"))
        (tmp_path / "go").touch()
        second = dask.worker()
        assert future.result(PATIENCE) == 20
        until(lambda: is_told("wargraph: a worker is there: the work goes on\n"))
    assert noted(tmp_path).keys() == {first.pid, second.pid}


def test_work_that_kills_whoever_does_it_is_given_up(dask, monkeypatch):
    monkeypatch.setattr(dask_workers, "_MOST_FAILURES", 2)
    workers = [dask.worker(), dask.worker()]
    with cluster(dask.address) as executor:
        until_there_are(2, executor)
        assert "2 workers died that were given one work unit" in refusal(
            ClusterError, Counted(Deadly()).run, RunOptions(executor)
        )
    assert [worker.wait() for worker in workers] == [-signal.SIGKILL] * 2


def test_the_page_shows_what_works_and_an_error_of_the_work_itself_is_passed_on(dask, capsys):
    (code,) = listings(REPOSITORY / "docs" / "long-work.md", "py")
    dask.worker()
    exec(code.replace("tcp://127.0.0.1:8786", dask.address).replace("longest(16", "longest(9"))
    assert capsys.readouterr().out == f"{longest(9, 'WL')}\n"
    with cluster(dask.address) as executor:
        with pytest.raises(ZeroDivisionError):
            executor.submit(divmod, 1, 0).result(PATIENCE)
        assert executor.submit(divmod, 7, 4).result(PATIENCE) == (1, 3)
        assert "cannot read" in refusal(ClusterError, executor.submit(Unreadable()).result, PATIENCE)
    with pytest.raises(RuntimeError, match="after shutdown"):
        executor.submit(divmod, 7, 4)


def other_package(folder, text):
    """A folder with what stands for another version of this package, or for none."""
    package = folder / "other" / "wargraph"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(text)
    (package / "compute").mkdir()
    (package / "compute" / "source_digest.py").write_text("sources_digest = lambda: 'abc'")
    return package.parent


def test_a_worker_with_other_sources_is_refused(dask, tmp_path):
    dask.worker(package=other_package(tmp_path, "__version__ = '0.0.9'"))
    message = refusal(ClusterError, connect, dask.address)
    assert message.startswith("worker tcp://127.0.0.1:")
    assert "has wargraph 0.0.9 (sources abc), which is not" in message


def test_a_worker_without_the_sources_that_comes_later_gets_no_work(dask, campaign, tmp_path, capfd):
    good = dask.worker()
    with cluster(dask.address) as executor:
        future = campaign(executor)
        until(lambda: noted(tmp_path))
        bad = dask.worker(package=other_package(tmp_path, "raise ModuleNotFoundError('nowhere')"))
        until(lambda: "has no wargraph (nowhere): install wargraph" in capfd.readouterr().err)
        assert workers_of(executor) == 1
        (tmp_path / "go").touch()
        assert future.result(PATIENCE) == 20
    assert noted(tmp_path) == {good.pid: set(range(20))}
    assert bad.poll() is None  # it was not harmed


def test_a_lost_scheduler_ends_the_work(campaign, tmp_path, monkeypatch):
    monkeypatch.setattr(dask_workers, "_SECONDS_TO_CONNECT", 2)
    (tmp_path / "dask").mkdir()
    with dask_processes(tmp_path / "dask") as dask:
        dask.worker()
        with cluster(dask.address) as executor:
            future = campaign(executor)
            until(lambda: noted(tmp_path))
            dask.scheduler.kill()
            message = refusal(ClusterError, future.result, PATIENCE)
    assert message.startswith(f"the scheduler at {dask.address} is lost: start it again")


def test_who_is_ended_from_outside_waits_for_nobody_and_leaves_nothing(dask, tmp_path):
    """The pieces at work wait for a file that is made when all is over."""
    dask.worker(threads=2)
    program = (
        "import sys, pathlib\n"
        "from tests.campaign.pieces import Counted, Noted\n"
        "from wargraph import RunOptions, cluster\n"
        "with cluster(sys.argv[1]) as executor:\n"
        "    pieces = [Noted(number, pathlib.Path(sys.argv[2]), 'over') for number in range(20)]\n"
        "    Counted(*pieces).run(RunOptions(executor))\n"
    )
    for how, status, end in ((signal.SIGINT, 1, "wargraph.campaign.progress.Interrupted"), (signal.SIGKILL, -9, "")):
        folder = tmp_path / how.name
        folder.mkdir()
        command = [sys.executable, "-c", program, dask.address, str(folder)]
        caller = subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True)
        until(lambda folder=folder: noted(folder))
        caller.send_signal(how)
        _, told = caller.communicate(timeout=PATIENCE)
        assert caller.returncode == status
        assert told.rstrip().endswith(end)
        assert state_of(dask) == (0, 1)
        (folder / "over").touch()
