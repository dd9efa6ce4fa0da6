"""The start and the end of numscope's own process, without unneeded work."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from numscope.trace.arrow_alone import keep_pandas_out

# OpenBLAS reads it when it is loaded: a thread without work looks for some 2**N cycles long before it sleeps. With the
# default of 26 the import of NumPy takes 30 of its 160 ms of CPU for that, on two processors; more on more.
_PATIENCE = "OPENBLAS_THREAD_TIMEOUT"

# So many objects more than before make Python look for garbage, in place of 700.
_OBJECTS = 100_000


@contextmanager
def loading() -> Iterator[None]:
    """Import inside. Idle threads of BLAS sleep; modules, which stay, are not searched for garbage, now or later."""
    is_set = _PATIENCE in os.environ
    os.environ.setdefault(_PATIENCE, "4")
    gc.disable()
    try:
        yield
    finally:
        if not is_set:  # programs that are started later find the environment as it was
            del os.environ[_PATIENCE]
        if "pyarrow" in sys.modules:  # a command that records does without Arrow
            keep_pandas_out()
        gc.freeze()
        # Rows of a trace are objects without circles, by the 100,000.
        gc.set_threshold(_OBJECTS, 20, 20)
        gc.enable()


def leave_the_rest() -> None:
    """Let the end of the process search nothing for garbage: 80 ms of CPU after Arrow, DuckDB and NumPy were loaded.

    Files are closed and functions registered with `atexit` are called all the same.
    """
    gc.disable()
    gc.freeze()
