"""How fast this machine's memory is, measured once and remembered: what achieved GB/s are held against."""

from __future__ import annotations

import json
import os
import platform
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

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

    The sum is STREAM's "add" (McCalpin 1995): two arrays read, one written. What can't be stored is measured each time.
    """
    path = cache or _cache_file()
    known = _read(path)
    if known is not None and (known.processor, known.numpy) == (processor_name(), np.__version__):
        return known
    found = Bandwidth(_measure(elements), processor_name(), np.__version__)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(found)) + "\n", encoding="utf-8")
    except OSError:
        return found  # a cache: without it the next call measures again
    return found


def processor_name() -> str:
    """Return the processor's model, as the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _cache_file() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "numscope" / "bandwidth.json"


def _read(path: Path) -> Bandwidth | None:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        speed = float(document["gb_per_s"])
        return Bandwidth(speed, str(document["processor"]), str(document["numpy"])) if speed > 0 else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _measure(elements: int) -> float:
    a, b, c = np.ones(elements), np.ones(elements), np.zeros(elements)
    best = float("inf")
    for _ in range(_TURNS):
        start = time.perf_counter()
        np.add(a, b, out=c)
        best = min(best, time.perf_counter() - start)
    return (a.nbytes + b.nbytes + c.nbytes) / best / 1e9
