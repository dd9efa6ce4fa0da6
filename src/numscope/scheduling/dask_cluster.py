"""A running Dask cluster as a scheduler.

Functions go to the workers by name, and answers come back: the trace itself never does. A piece whose worker dies is
computed by another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from numscope.errors import UsageError
from numscope.scheduling.scheduler import Scheduler
from numscope.version import __version__

if TYPE_CHECKING:
    from distributed import Client

# A piece may lose so many workers: Dask itself gives up a task that has killed three.
_RETRIES = 3
_CONNECT = "15s"


@contextmanager
def dask_cluster(address: str) -> Iterator[Scheduler]:
    """Yield the cluster whose scheduler listens at `address`, or wrote the file at it.

    Raises UsageError if Dask is not installed, if nobody answers, or if the workers have no or another numscope.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise UsageError("Dask is not installed: pip install 'numscope[dask]'") from None
    where = {"address": address} if "://" in address else {"scheduler_file": address}
    try:
        client = Client(**where, timeout=_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise UsageError(f"no scheduler of Dask answers at {address}: {error}.") from None
    with client:
        yield Scheduler(client.get_executor(pure=False, retries=_RETRIES), _workers(client, address))


def _workers(client: Client, address: str) -> int:
    """Return how many tasks the workers compute at a time. Raises UsageError unless all have this numscope."""
    threads: Mapping[str, int] = client.nthreads()
    if not threads:
        raise UsageError(f"the scheduler at {address} has no workers: start some.")
    try:
        versions: Mapping[str, str] = client.run(_version)
    except ModuleNotFoundError:
        raise UsageError(
            f"the workers of {address} have no numscope: install numscope {__version__} there."
        ) from None
    for worker, version in versions.items():
        if version != __version__:
            raise UsageError(
                f"worker {worker} has numscope {version}, and this is {__version__}: install the same on both."
            )
    return sum(threads.values())


def _version() -> str:
    return __version__
