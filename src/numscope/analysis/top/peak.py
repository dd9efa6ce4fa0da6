"""How fast this machine multiplies matrices, measured once and remembered: what achieved GFLOP/s are held against."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numscope.analysis.top.machine import cache_file, processor_name, remembered_speed, usable_cores

_SIDE = 1536
_TURNS = 5


@dataclass(frozen=True)
class Peak:
    """GFLOP/s of float32 on all cores of `processor` that BLAS uses: the best of a few products of square matrices."""

    gflops_per_s: float
    processor: str
    numpy: str
    cores: int


def machine_peak(cache: Path | None = None, side: int = _SIDE) -> Peak:
    """Return this machine's, from `cache` if it was measured with these cores and this NumPy, else measured now."""
    processor, cores = processor_name(), usable_cores()
    conditions: dict[str, str | int] = {"processor": processor, "numpy": np.__version__, "cores": cores}
    speed = remembered_speed(cache or cache_file("peak.json"), conditions, lambda: _measure(side))
    return Peak(speed, processor, np.__version__, cores)


def _measure(side: int) -> float:
    a = np.full((side, side), 0.5, np.float32)
    result = np.empty_like(a)
    best = float("inf")
    for _ in range(_TURNS):
        start = time.perf_counter()
        np.matmul(a, a, out=result)
        best = min(best, time.perf_counter() - start)
    return 2 * side**3 / best / 1e9
