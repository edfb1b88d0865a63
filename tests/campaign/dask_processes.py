"""A scheduler of Dask and its workers on this machine, each a process of its own that can be killed."""

import json
import subprocess
import sys
import time
from os import environ
from pathlib import Path

from distributed import Client

REPOSITORY = Path(__file__).parents[2]
"""Where workers find this package, and these tests."""

PATIENCE = 60


class DaskProcesses:
    """Those that one test, or several, have started; they are killed at the end."""

    def __init__(self, folder, allowed_failures=3):
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._processes = []
        self._environment = environ | {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures)}
        self.scheduler = self._started("scheduler", "--port=0")

    @property
    def address(self):
        until(lambda: self._file.exists() and self._file.stat().st_size)
        return str(json.loads(self._file.read_text())["address"])

    def workers(self, count, threads=1, package=REPOSITORY):
        """So many more, connected, without a nanny that would start them again."""
        options = (f"--nthreads={threads}", "--no-nanny", f"--local-directory={self._folder}")
        started = [self._started("worker", *options, folder=package) for _ in range(count)]
        self.until_connected(sum(process.poll() is None for process in self._processes[1:]))
        return started

    def until_connected(self, workers):
        with Client(self.address, set_as_default=False) as client:
            until(lambda: len(client.nthreads()) == workers)

    def _started(self, kind, *options, folder=REPOSITORY):
        program = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--dashboard-address=127.0.0.1:0"]
        where = {"cwd": folder, "env": self._environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        options = (f"--scheduler-file={self._file}", "--host=127.0.0.1", *options)
        self._processes.append(subprocess.Popen([*program, *options], **where))
        return self._processes[-1]

    def stop_workers(self):
        for process in self._processes[1:]:
            process.kill()
            process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop_workers()
        self.scheduler.kill()
        self.scheduler.wait()


def until(is_so):
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not (found := is_so()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found
