"""The workers of a Dask scheduler as an executor."""

import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any

from wargraph.compute.source_digest import sources_digest
from wargraph.errors import ClusterError, ParameterError, shown
from wargraph.version import __version__

_SECONDS_TO_CONNECT = 5
_SECONDS_TO_COME = 10
"""The time to wait for the first worker."""

# Workers receive text: a worker with another package, or none, would die of objects that it cannot read.
_QUESTION = (
    'f\'wargraph {__import__("wargraph").__version__} '
    '(sources {__import__("wargraph.compute.source_digest", fromlist=[1]).sources_digest()})\''
)


@contextmanager
def dask_cluster(address: str) -> Iterator[Executor]:
    """Connect to a running Dask scheduler, whose workers become the executor of a `RunOptions`.

    The address is that which ``dask scheduler`` prints, such as ``tcp://127.0.0.1:8786``; one that begins with ``tls``
    needs certificates, whose files Dask's settings name. Every worker must have this version and code of `wargraph`,
    which is checked once, at the beginning. Dask does the rest: workers may join and leave, and if one dies, another
    one repeats its work unit. A cluster needs the extra `cluster`: ``pip install 'wargraph[cluster]'``, here and for
    each worker. Anyone who can connect to the scheduler or to a worker can run programs there: ``docs/long-work.md``
    shows how to keep them on this machine, or behind certificates.

    Examples
    --------
    >>> from wargraph import RunOptions, longest
    >>> with dask_cluster("tcp://127.0.0.1:8786") as executor:  # doctest: +SKIP
    ...     print(longest(16, "WL", run_options=RunOptions(executor)))
    """
    if not str(address).startswith(("tcp://", "tls://")):
        raise ParameterError(
            f"scheduler {shown(address)} is not an address: write it as `dask scheduler` prints it, such as "
            "tcp://127.0.0.1:8786"
        )
    with _connected(address) as client:
        from distributed import KilledWorker

        try:
            _check_workers(client, address)
            executor = client.get_executor(pure=False)
            executor._max_workers = sum(client.nthreads().values())
            yield executor
        except KilledWorker as error:
            deaths = error.allowed_failures + 1
            raise ClusterError(f"{deaths} workers died of one work unit: they may need more memory") from None
        except CancelledError:
            raise ClusterError(f"the scheduler at {address} is lost: start it again, and its workers") from None


def _connected(address: str) -> Any:
    try:
        import dask

        # An error is reported in one line here; Dask would log many.
        with dask.config.set({"logging": {"distributed": "critical", "distributed.client": "critical"}}):
            from distributed import Client, Security
    except ModuleNotFoundError:
        raise ClusterError("a cluster needs Dask, which is not installed: pip install 'wargraph[cluster]'") from None
    try:
        if address.startswith("tls:") and Security().get_connection_args("client")["ssl_context"] is None:
            raise ValueError("no certificate is named")  # Dask would say so in many lines
        with warnings.catch_warnings(action="ignore"):  # _check_workers says which versions differ
            return Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False, name="wargraph")
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(
            f"no Dask scheduler answers at {address} ({shown(str(error))}): start one by `dask scheduler` as "
            "docs/long-work.md shows; if its address begins with tls://, see to the certificate files that "
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, CLIENT__CERT and CLIENT__KEY name"
        ) from error


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster without workers, or with one that has a different wargraph."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS_TO_COME)
    except TimeoutError:
        raise ClusterError(
            f"the scheduler at {address} has no workers: start some by `dask worker {address}` as docs/long-work.md "
            "shows"
        ) from None
    here = f"wargraph {__version__} (sources {sources_digest()})"
    for worker, there in client.run(eval, _QUESTION, on_error="return").items():
        if there != here:
            raise ClusterError(
                f"worker {worker} reports {there}, not {here}: install the same there, and start it again"
            )
