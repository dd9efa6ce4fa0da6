"""How fast this machine multiplies matrices, measured once and remembered: what achieved GFLOP/s are held against."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from numscope.analysis.top.bandwidth import processor_name

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
    path = cache or _cache_file()
    here = (processor_name(), np.__version__, len(os.sched_getaffinity(0)))
    known = _read(path)
    if known is not None and (known.processor, known.numpy, known.cores) == here:
        return known
    found = Peak(_measure(side), *here)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(found)) + "\n", encoding="utf-8")
    except OSError:
        return found  # a cache: without it the next call measures again
    return found


def _cache_file() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "numscope" / "peak.json"


def _read(path: Path) -> Peak | None:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        speed = float(document["gflops_per_s"])
        known = Peak(speed, str(document["processor"]), str(document["numpy"]), int(document["cores"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return known if speed > 0 else None


def _measure(side: int) -> float:
    a = np.full((side, side), 0.5, np.float32)
    result = np.empty_like(a)
    best = float("inf")
    for _ in range(_TURNS):
        start = time.perf_counter()
        np.matmul(a, a, out=result)
        best = min(best, time.perf_counter() - start)
    return 2 * side**3 / best / 1e9
