"""How fast this machine's memory is, measured once and remembered: what achieved GB/s are held against."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numscope.analysis.top.machine import cache_file, processor_name, remembered_speed

# Three arrays of 64 MB: more than a share of any last-level cache that one core gets.
_ELEMENTS = 8_000_000
_TURNS = 5


@dataclass(frozen=True)
class Bandwidth:
    """GB/s of one thread of `processor`, the best of a few turns of `np.add(a, b, out=c)`; three arrays are counted."""

    gb_per_s: float
    processor: str
    numpy: str


def machine_bandwidth(cache: Path | None = None, elements: int = _ELEMENTS) -> Bandwidth:
    """This machine's, from `cache` if it was measured there with this processor and NumPy, else measured now.

    The sum is STREAM's "add" (McCalpin 1995): two arrays read, one written.
    """
    processor = processor_name()
    conditions = {"processor": processor, "numpy": np.__version__}
    speed = remembered_speed(cache or cache_file("bandwidth.json"), conditions, lambda: _measure(elements))
    return Bandwidth(speed, processor, np.__version__)


def _measure(elements: int) -> float:
    a, b, c = np.ones(elements), np.ones(elements), np.zeros(elements)
    best = float("inf")
    for _ in range(_TURNS):
        start = time.perf_counter()
        np.add(a, b, out=c)
        best = min(best, time.perf_counter() - start)
    return (a.nbytes + b.nbytes + c.nbytes) / best / 1e9
