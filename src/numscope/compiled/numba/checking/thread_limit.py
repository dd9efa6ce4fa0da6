"""Room for more threads than there are processors, which the program itself does not use."""

from __future__ import annotations

import os

from numscope.probes.numba.adapter.compiler import require_numba

FEW = 4


def several_threads() -> None:
    """Let Numba, which is not imported yet, have at least a few threads; functions use as many as they would have."""
    if "NUMBA_NUM_THREADS" in os.environ:
        return
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    os.environ["NUMBA_NUM_THREADS"] = str(max(FEW, processors))
    require_numba().set_num_threads(processors)
