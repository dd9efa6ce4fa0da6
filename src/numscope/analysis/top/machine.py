"""Speeds of this machine, each measured once and kept in the user's cache."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Mapping
from pathlib import Path

from numscope.format.cache import cache_path


def remembered_speed(path: Path, conditions: Mapping[str, str | int], measure: Callable[[], float]) -> float:
    """Return the speed that `path` keeps for these conditions; else measure it and keep it there.

    Where it can't be kept, it is measured each time.
    """
    known = _read(path, conditions)
    if known is not None:
        return known
    speed = measure()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"speed": speed, **conditions}) + "\n", encoding="utf-8")
    except OSError:
        return speed  # a cache: without it the next call measures again
    return speed


def _read(path: Path, conditions: Mapping[str, str | int]) -> float | None:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        speed = float(document.pop("speed"))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return speed if speed > 0 and document == dict(conditions) else None


def cache_file(name: str) -> Path:
    """Return where a speed is kept, in the user's cache folder."""
    return cache_path(name)


def processor_name() -> str:
    """Return the processor's model, as the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
