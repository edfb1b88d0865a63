"""A cluster as the pages start it: where it listens, and who is answered."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from tests.campaign.kept import until
from tests.docs.pages import ROOT, listings, run
from tests.support import refusal
from wargraph import ClusterError, dask_cluster, longest

pytestmark = pytest.mark.long

LONG_WORK = ROOT / "docs" / "long-work.md"
with socket.socket() as here:
    here.bind(("127.0.0.1", 0))
    PORT = here.getsockname()[1]
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def shell(text):
    """The listing of the page on long work that holds a text, as somebody types it.

    But not where other clusters are, with fewer cards and workers, and on two addresses of this machine instead of two
    machines. Neither is 127.0.0.1, where the dashboards are.
    """
    (found,) = [listing for listing in listings(LONG_WORK, "sh") if text in listing]
    for shown, typed in {
        "pip install 'wargraph[cluster]'\n": "",
        "dask scheduler": f"dask scheduler --port {PORT}",
        ":8786": f":{PORT}",
        "192.168.1.2": "127.0.0.2",
        "192.168.1.3": "127.0.0.3",
        "--nworkers 4": "--nworkers 1",
        "longest 14": "longest 9",
        "longest 16": "longest 9",
    }.items():
        found = found.replace(shown, typed)
    return found


@contextmanager
def typed(script, folder):
    """A shell at work in a folder; all that it started is killed at the end."""
    options = {"cwd": folder, "env": ENVIRONMENT, "start_new_session": True, "text": True}
    with subprocess.Popen(
        ["bash", "-ec", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **options
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def listening(process):
    """Where it listens, and all that it started."""
    found = set()
    with suppress(psutil.NoSuchProcess):
        for each in [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]:
            found |= {(each.pid, *link.laddr) for link in each.net_connections("inet") if link.status == "LISTEN"}
    return found


def test_a_local_cluster_listens_to_nobody_else(tmp_path):
    recipe = shell("dask worker tcp").replace("wargraph", "until [ -e go ]; do sleep 0.1; done; wargraph")
    with typed(f"{{ {recipe}\n}} > printed.txt", tmp_path) as process:  # no pipe, which a slow worker would keep open
        # The scheduler, two workers, and who starts these again.
        until(lambda: len({pid for pid, *_ in listening(process)}) == 4)
        (tmp_path / "go").touch()
        seen = set()
        while process.poll() is None:
            seen |= listening(process)
            time.sleep(0.1)
        assert process.returncode == 0
        assert (tmp_path / "printed.txt").read_text("utf-8").startswith(str(longest(9, "WL")).splitlines()[0])
    assert {host for _, host, _ in seen} == {"127.0.0.1"}


GOOD = {"ca-file": "cert.pem", "client.cert": "cert.pem", "client.key": "key.pem"}
REFUSED = [
    ("tcp", {}),
    ("tls", {"ca-file": None, "client.cert": None, "client.key": None}),
    ("tls", {"client.cert": "cert-other.pem", "client.key": "key-other.pem"}),
    ("tls", {"ca-file": "cert-other.pem"}),
    ("tls", {"ca-file": "nowhere.pem"}),
]


def test_only_who_has_the_certificate_is_answered(tmp_path, monkeypatch):
    import distributed  # noqa: F401 - its settings must be there before some are set
    from dask import config

    monkeypatch.chdir(tmp_path)
    run(shell("openssl") + shell("openssl").replace(".pem", "-other.pem"), tmp_path)
    with (
        typed(f"exec {shell('dask scheduler --protocol')}", tmp_path) as scheduler,
        typed(f"exec {shell('dask worker tls')}", tmp_path) as worker,
    ):
        until(lambda: (len(listening(scheduler)), len(listening(worker))) == (2, 3))
        hosts = sorted(host for _, host, _ in listening(scheduler) | listening(worker))
        assert hosts == ["127.0.0.1", "127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.3"]  # the first are dashboards
        assert run(shell("export DASK"), tmp_path)[0] == str(longest(9, "WL")).splitlines()[0]
        for scheme, files in REFUSED:
            with config.set({f"distributed.comm.tls.{name}": file for name, file in (GOOD | files).items()}):
                message = refusal(ClusterError, dask_cluster(f"{scheme}://127.0.0.2:{PORT}").__enter__)
            assert message.startswith("no Dask scheduler answers at ")
