"""A cluster: who is refused, and what happens when workers, the scheduler or the caller are gone."""

import socket
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.campaign.dask_processes import dask_processes
from tests.campaign.pieces import Counted, Noted
from tests.support import refusal
from wargraph import ClusterError, Effort, ParameterError, cluster
from wargraph.campaign import dask_workers


def connect(address):
    with cluster(address):
        pass


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """A scheduler that gives up a task with its first worker."""
    with dask_processes(tmp_path_factory.mktemp("dask"), allowed_failures=0) as processes:
        yield processes


@pytest.fixture
def campaign(tmp_path):
    """Runs a campaign in a thread; its pieces note who works on them in a folder, and wait there for the file `go`."""
    with ThreadPoolExecutor(1) as caller:
        yield lambda executor: caller.submit(
            Counted(*(Noted(number, tmp_path, "go") for number in range(20))).run, Effort(executor)
        )
        (tmp_path / "go").touch()


@pytest.mark.parametrize(
    "address", ["", "here", "tcp://", "tcp://here", "tcp://here:x", "tcp://here:1/", "http://here:8786", 8786, None]
)
def test_an_address_is_one(address):
    assert "is no address: write it as `dask scheduler` prints it" in refusal(ParameterError, connect, address)


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
