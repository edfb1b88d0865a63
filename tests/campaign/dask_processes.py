"""A scheduler of Dask and its workers on this machine, each a process of its own that can be killed."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path

from wargraph.campaign.run import workers_of

REPOSITORY = Path(__file__).parents[2]
"""Where workers find this package, and these tests."""

PATIENCE = 60


class DaskProcesses:
    """Those that one test, or several, have started."""

    def __init__(self, folder: Path, allowed_failures: int = 3) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._started(
            "scheduler", "--host=127.0.0.1", "--port=0", DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=allowed_failures
        )

    @property
    def address(self) -> str:
        until(lambda: self._file.exists() and self._file.stat().st_size)
        return str(json.loads(self._file.read_text())["address"])

    def worker(self, threads: int = 1, package: Path = REPOSITORY) -> "subprocess.Popen[bytes]":
        """One more, without a nanny that would start it again; it imports the package from some folder."""
        options = (f"--nthreads={threads}", "--no-nanny", "--host=127.0.0.1", f"--local-directory={self._folder}")
        return self._started("worker", *options, folder=package)

    def _started(
        self, kind: str, *options: str, folder: Path = REPOSITORY, **environment: object
    ) -> "subprocess.Popen[bytes]":
        program = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--dashboard-address=127.0.0.1:0"]
        process = subprocess.Popen(
            [*program, f"--scheduler-file={self._file}", *options],
            cwd=folder,
            env=environ | {name: str(value) for name, value in environment.items()},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._processes.append(process)
        return process

    def stop_workers(self) -> None:
        for process in self._processes[1:]:
            process.kill()
            process.wait()

    def stop(self) -> None:
        self.stop_workers()
        self.scheduler.kill()
        self.scheduler.wait()


@contextmanager
def dask_processes(folder: Path, **options: int) -> Iterator[DaskProcesses]:
    """They are killed at the end."""
    processes = DaskProcesses(folder, **options)
    try:
        yield processes
    finally:
        processes.stop()


def until(is_so):
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not (found := is_so()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def until_there_are(threads, executor):
    until(lambda: workers_of(executor) == threads)
