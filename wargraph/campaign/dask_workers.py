"""The workers of a Dask scheduler as an executor.

Dask finds a worker for each call, and another one if the first dies. This module adds that every worker has the same
sources, that no call is abandoned because workers near it were killed, and that a line says what the work waits for.
"""

import asyncio
import pickle  # nosec B403 # see where it is used
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import suppress
from functools import partial
from itertools import count
from threading import Thread
from time import monotonic
from typing import Any, TypeVar
from uuid import uuid4

import dask

from wargraph.compute.source_digest import sources_digest
from wargraph.errors import ClusterError, shown
from wargraph.version import __version__

# This module reports errors in one line; Dask would log many.
with dask.config.set({"logging": {"distributed": "critical", "distributed.client": "critical"}}):
    from distributed import Client, KilledWorker, Security
    from distributed.versions import VersionMismatchWarning

Answer = TypeVar("Answer")

_SECONDS_TO_CONNECT = 5.0
_SECONDS_TO_ANSWER = 30.0
"""The time after which a silent scheduler counts as lost."""

_SECONDS_TO_COME = 10.0
"""How long to wait for the first worker."""

_SECONDS_BETWEEN_LOOKS = 1.0
_SECONDS_ALONE = 3.0
"""The time after which a line says that no worker is left."""

_MOST_FAILURES = 5
"""How often a call may fail, other than by its own error, before that is an error. To Dask four dead workers are one
failure."""

_TLS = ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")
"""The files that Dask's settings must name for certificates, as its environment variables have them."""

_TLS_VARIABLES = ", ".join(f"DASK_DISTRIBUTED__COMM__TLS__{name}" for name in _TLS)

_OPTIONS = "with the options that docs/long-work.md shows"

# Workers receive text and bytes only: a worker with another package, or none, would die of objects it cannot read.
_QUESTION = (
    "__import__('wargraph').__version__, "
    "__import__('wargraph.compute.source_digest', fromlist=['sources_digest']).sources_digest()"
)
_CALL = f"__import__({__name__!r}, fromlist=['called']).called(call, sources)"


class DaskWorkers(Executor):
    """The workers of a scheduler that have these sources; see `cluster`.

    One coroutine for each call, and another one that watches the workers, run in a second thread.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._security = _security(address)
        self._threads: dict[str, int] = {}
        """The number of threads of each worker that may work."""
        self._misfits: dict[str, str] = {}
        """The reasons why the other workers may not."""
        # The calls of one large group wait at the scheduler until a worker is free, so no call is blamed for another.
        self._group = f"wargraph-{uuid4().hex}"
        self._numbers = count()
        self._tasks: set[Any] = set()
        self._futures: set[Future[Any]] = set()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)  # for tasks that nobody awaits when Dask stops
        self._connected: Future[None] = Future()
        self._serving = self._loop.create_task(self._serve())
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        try:
            self._connected.result()
        except BaseException:
            self.shutdown(cancel_futures=True)
            raise

    def submit(self, function: Callable[..., Answer], /, *arguments: Any, **named: Any) -> Future[Answer]:
        """Let a worker call a function."""
        if self._loop.is_closed():
            raise RuntimeError("cannot schedule new futures after shutdown")
        call = pickle.dumps(partial(function, *arguments, **named))
        future = asyncio.run_coroutine_threadsafe(self._result(call), self._loop)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the scheduler, and leave nothing there."""
        if cancel_futures or not wait:
            for future in list(self._futures):
                future.cancel()
        wait_for(list(self._futures))
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._serving.cancel)
            self._thread.join()

    @property
    def _max_workers(self) -> int:
        """The number of calls at a time; other executors have the same name for it."""
        return sum(self._threads.values())

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._serving)
        self._loop.close()

    async def _serve(self) -> None:
        """Stay connected until this task is cancelled."""
        self._client = Client(
            self._address,
            asynchronous=True,
            timeout=_SECONDS_TO_CONNECT,
            set_as_default=False,
            name="wargraph",
            security=self._security,
        )
        try:
            await self._connect()
            self._connected.set_result(None)
            await self._watch()
        except Exception as error:
            self._connected.set_exception(error)
        finally:
            await self._client.close()

    async def _connect(self) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", VersionMismatchWarning)
                async with asyncio.timeout(_SECONDS_TO_CONNECT):
                    await self._client
        except Exception as error:  # another program may listen there
            who = " that accepts the certificate" if _is_tls(self._address) else ""
            raise ClusterError(
                f"no Dask scheduler{who} answers at {self._address}: start one by `dask scheduler` {_OPTIONS}; it "
                "prints its address, which begins with tls:// if it takes a certificate"
            ) from error
        until = monotonic() + _SECONDS_TO_COME
        while True:
            await self._look()
            if self._misfits:
                raise ClusterError(next(iter(self._misfits.values())))
            if self._threads:
                return
            if monotonic() > until:
                raise ClusterError(f"the scheduler at {self._address} has no workers: {self._way_out}")
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)

    @property
    def _way_out(self) -> str:
        return f"start some by `dask worker {self._address}` {_OPTIONS}"

    async def _watch(self) -> None:
        """Watch the workers forever, and print what a person can mend."""
        met, waits, reported = monotonic(), False, set[str]()
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            if self._client.status != "running":  # it tries to connect again, or has given up
                continue
            try:
                await self._look()
            except TimeoutError:
                await self._client.close()
            except Exception:  # nosec B112 # the connection has just been lost
                continue
            for worker in self._misfits.keys() - reported:
                _say(f"{self._misfits[worker]}. Until then it gets no work")
            reported = set(self._misfits)
            if self._threads:
                met = monotonic()
                if waits:
                    _say("a worker is there: the work goes on")
                waits = False
            elif not waits and monotonic() > met + _SECONDS_ALONE:
                _say(f"no worker is left at {self._address}, and the work waits for one: {self._way_out}")
                waits = True

    async def _look(self) -> None:
        """Look which workers are there, and ask new ones for their sources."""
        async with asyncio.timeout(_SECONDS_TO_ANSWER):
            there = (await self._client.scheduler.identity(n_workers=-1))["workers"]
        known: dict[str, str | None] = {**self._misfits, **dict.fromkeys(self._threads, "")}
        new = [worker for worker in there if worker not in known]
        known |= zip(new, await asyncio.gather(*map(self._reason, new)), strict=True)
        threads = {worker: there[worker]["nthreads"] for worker in there if known[worker] == ""}
        misfits = {worker: reason for worker in there if (reason := known[worker])}
        has_changed = (threads, misfits) != (self._threads, self._misfits)
        self._threads, self._misfits = threads, misfits
        if misfits and has_changed:  # all calls are handed out again, to workers that may work
            await self._client.cancel(list(self._tasks))

    async def _reason(self, worker: str) -> str | None:
        """Return why a worker may not work: an empty text if it may, and None if it does not answer."""
        try:
            async with asyncio.timeout(_SECONDS_TO_CONNECT):
                answers = await self._client.run(eval, _QUESTION, workers=[worker], on_error="return")
        except TimeoutError:
            return None
        answer = answers.get(worker, TimeoutError())
        if isinstance(answer, OSError):
            return None
        if isinstance(answer, Exception):
            return f"worker {worker} has no wargraph ({shown(answer)}): install wargraph {__version__} there"
        here = __version__, sources_digest()
        if tuple(answer) == here:
            return ""
        return (
            f"worker {worker} has wargraph {answer[0]} (sources {answer[1]}), which is not {here[0]} (sources "
            f"{here[1]}) as here: install the same there, and start it again"
        )

    async def _result(self, call: bytes) -> Any:
        """Hand out a call, again and again until it is done."""
        failures = 0
        while True:
            while not self._threads or self._client.status != "running":
                if self._client.status == "closed":
                    raise ClusterError(
                        f"the scheduler at {self._address} is lost: start it again by `dask scheduler`, and its workers"
                    )
                await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            task = self._client.submit(
                eval,
                _CALL,
                {"call": call, "sources": sources_digest()},
                key=(self._group, next(self._numbers)),
                workers=list(self._threads) if self._misfits else None,
            )
            self._tasks.add(task)
            try:
                answer, error = await task
            except CancelledError:  # by a look at the workers, or because the connection was lost
                continue
            except Exception as error:
                failures += 1
                if failures == _MOST_FAILURES:
                    raise ClusterError(self._failure(error)) from error
                await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
                continue
            finally:
                self._tasks.discard(task)
                task.release()
            if error is not None:
                raise error
            return answer

    def _failure(self, error: Exception) -> str:
        if isinstance(error, KilledWorker):
            deaths = _MOST_FAILURES * (error.allowed_failures + 1)
            return f"{deaths} workers died that were given one work unit: they may need more memory"
        return f"the workers at {self._address} cannot do a work unit: {shown(error)}"


def _is_tls(address: str) -> bool:
    return address.startswith("tls:")


def _security(address: str) -> Security:
    """Return the certificates that Dask's settings name; an address with TLS needs some."""
    try:
        security = Security()
        context = security.get_connection_args("client")["ssl_context"]
    except (OSError, ValueError) as error:
        files = ", ".join(
            shown(dask.config.get(f"distributed.comm.tls.{name.lower().replace('__', '.')}")) for name in _TLS
        )
        raise ClusterError(
            f"Dask cannot use the certificate files {files} ({shown(error)}): set {_TLS_VARIABLES} to others"
        ) from error
    if context is None and _is_tls(address):
        raise ClusterError(f"{address} takes a certificate, and none is named: set {_TLS_VARIABLES}")
    return security


def called(call: bytes, sources: str) -> tuple[Any, Exception | None]:
    """Make a call on a worker; return its answer, or its own error, which no other worker could avoid."""
    if sources_digest() != sources:
        raise ClusterError(f"the sources are {sources_digest()} and not {sources}")
    try:
        function = pickle.loads(call)  # nosec B301 # whoever reaches a Dask worker can run programs there anyway
    except Exception as error:
        return None, ClusterError(f"workers cannot read their work unit: {shown(error)}")
    try:
        return function(), None
    except Exception as error:
        return None, error


def _say(line: str) -> None:
    with suppress(OSError, ValueError):  # stderr is closed
        print(f"wargraph: {line}", file=sys.stderr, flush=True)
