"""Traces that `numscope view` serves in the test's own process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numscope
from numscope.serving.runs import Runs
from numscope.serving.server import ViewServer


def two_runs(folder: Path, work: Callable[[float], None]) -> list[Path]:
    """Record `work` with two factors; return the traces."""
    paths = [folder / "before.numscope", folder / "after.numscope"]
    for path, factor in zip(paths, (1.0, 2.0), strict=True):
        with numscope.record(path):
            work(factor)
    return paths


@contextmanager
def serving(traces: list[Path]) -> Iterator[ViewServer]:
    """Serve the traces from another thread."""
    server = ViewServer(Runs(traces))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        server.runs.close()
