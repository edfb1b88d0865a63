"""Connecting to a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from urllib.parse import urlsplit

from wargraph.errors import ClusterError, ParameterError, shown

_SCHEMES = ("tcp", "tls")


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to a running Dask scheduler, whose workers become the executor of a `RunOptions`.

    Workers may join and leave. If a worker dies, another one repeats its work unit. While there is no worker, the work
    waits, and a line on stderr says so. Nothing is left on the scheduler at the end. Ctrl-C abandons the work units
    that the workers have.

    A cluster needs the extra `cluster`: ``pip install 'wargraph[cluster]'``, here and for each worker. Anyone who can
    connect to the scheduler or to a worker can run programs there: ``docs/long-work.md`` shows how to keep them on this
    machine, or behind certificates.

    Parameters
    ----------
    address : str
        The address of the scheduler, as ``dask scheduler`` prints it: ``tcp://127.0.0.1:8786`` on this machine, or one
        like ``tls://192.168.1.2:8786`` on another. An address that begins with ``tls`` needs certificates. Dask's
        settings name their files, for example the environment variables ``DASK_DISTRIBUTED__COMM__TLS__CA_FILE``,
        ``DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT`` and ``DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY``.

    Returns
    -------
    context manager
        Its value is the executor.

    Raises
    ------
    ParameterError
        If `address` is not an address.
    ClusterError
        If Dask is not installed, if the certificates are missing or do not fit, if no scheduler answers, if it has no
        workers, or if one of them has a different `wargraph`. Later, if the scheduler is lost, or if every worker that
        is given a certain work unit dies.

    Examples
    --------
    >>> from wargraph import RunOptions, longest
    >>> with cluster("tcp://127.0.0.1:8786") as executor:  # doctest: +SKIP
    ...     print(longest(16, "WL", run_options=RunOptions(executor)))
    """
    _check_address(address)
    try:
        from wargraph.campaign.dask_workers import DaskWorkers
    except ModuleNotFoundError:
        raise ClusterError("a cluster needs Dask, which is not installed: pip install 'wargraph[cluster]'") from None
    workers = DaskWorkers(address)
    try:
        yield workers
    finally:
        workers.shutdown(cancel_futures=True)


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in _SCHEMES and parts.hostname and parts.port and parts.netloc == address[6:]
    except (ValueError, TypeError, AttributeError):  # no port, or no text
        is_address = False
    if not is_address:
        raise ParameterError(
            f"scheduler {shown(address)} is not an address: write it as `dask scheduler` prints it, such as "
            "tcp://127.0.0.1:8786"
        )
