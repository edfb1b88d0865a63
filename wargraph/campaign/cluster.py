"""Work on a cluster of Dask: who can be connected to, and how."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from urllib.parse import urlsplit

from wargraph.errors import ClusterError, ParameterError, shown

_SCHEMES = ("tcp", "tls")


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a running Dask scheduler, as the executor of a `RunOptions`.

    They may come and go. A piece of work whose worker dies is done again by another; while there are no workers, it
    waits for one, and says so on stderr. Nothing is left on the scheduler at the end. On Ctrl-C what the workers are
    at is given up at once.

    It takes the extra `cluster`: ``pip install 'wargraph[cluster]'``, here and for each worker. Whoever can connect to
    the scheduler or to a worker can run programs there: ``docs/long-work.md`` shows how they are kept on this machine,
    or behind certificates.

    Parameters
    ----------
    address
        Of the scheduler, as ``dask scheduler`` prints it: ``tcp://127.0.0.1:8786`` on this machine, and such as
        ``tls://192.168.1.2:8786`` on another one. What begins with ``tls`` takes certificates. Dask reads from its
        settings where they are, such as from the environment variables ``DASK_DISTRIBUTED__COMM__TLS__CA_FILE``,
        ``DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT`` and ``DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY``.

    Returns
    -------
    A context manager that gives the executor.

    Raises
    ------
    ParameterError
        If it is no address.
    ClusterError
        If Dask is not installed, if the certificates are missing or do not fit, if no scheduler answers there, if it
        has no workers, or if one of them has another `wargraph`. Later, if the scheduler is lost, or if every worker
        that is given some piece dies.

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
        raise ClusterError("a cluster takes Dask, which is not installed: pip install 'wargraph[cluster]'") from None
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
            f"scheduler {shown(address)} is no address: write it as `dask scheduler` prints it, such as "
            "tcp://127.0.0.1:8786"
        )
