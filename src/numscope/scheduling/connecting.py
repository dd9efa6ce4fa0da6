"""The scheduler that a text names: `processes`, `processes:4`, the address of Dask's scheduler, or its file."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager

from numscope.errors import UsageError
from numscope.scheduling.scheduler import Scheduler

PROCESSES = "processes"


def connected(text: str) -> AbstractContextManager[Scheduler]:
    """Return the scheduler that `text` names, until the context ends.

    Raises UsageError if it names none, if what it needs is not installed, or if nobody answers there.
    """
    kind, colon, number = text.partition(":")
    if kind == PROCESSES:
        if colon and not (number.isdecimal() and int(number)):
            raise UsageError(
                f"--scheduler {text!r}: {number!r} is no number of processes, such as processes:4."
            )
        return _processes(int(number) if colon else os.cpu_count() or 1)
    if "://" in text or text.endswith(".json"):
        from numscope.scheduling.dask_cluster import dask_cluster

        return dask_cluster(text)
    raise UsageError(
        f"--scheduler {text!r} is no scheduler: give processes, processes:4, the address of Dask's, such as "
        "tcp://host:8786, or its --scheduler-file."
    )


@contextmanager
def _processes(workers: int) -> Iterator[Scheduler]:
    # A fork of this process would share DuckDB's threads and locks.
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        yield Scheduler(pool, workers)
