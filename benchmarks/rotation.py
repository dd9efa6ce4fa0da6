"""What a rotation costs the program: `python -m benchmarks.rotation` prints it for each policy, in milliseconds."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import numpy as np

import numscope
from numscope import _core

ROTATIONS = 40


def milliseconds(values: str) -> tuple[list[float], list[float]]:
    """Return what each rotation took, and each first operation after one."""
    rotations, operations = [], []
    given = np.random.default_rng(0).normal(size=(200, 128, 128))
    with (
        tempfile.TemporaryDirectory() as folder,
        numscope.record(Path(folder) / "bench.numscope", values=values, rotate="64M", keep=3),
    ):
        for _ in range(ROTATIONS):
            for number in range(400):
                np.tanh(given[number % 200] * 1.0001).sum()
            time.sleep(0.02)  # the next segment is being opened
            started = time.perf_counter()
            _core.rotate()
            rotated = time.perf_counter()
            given[0] + given[1]
            operations.append((time.perf_counter() - rotated) * 1e3)
            rotations.append((rotated - started) * 1e3)
    return sorted(rotations), sorted(operations)


def main() -> None:
    """Print median, ninth decile and maximum."""
    for values in ("none", "stats", "full"):
        rotations, operations = milliseconds(values)
        print(
            f"{values}: a rotation {statistics.median(rotations):.3f} ms (ninth decile "
            f"{rotations[ROTATIONS * 9 // 10]:.3f}, at most {rotations[-1]:.3f}); "
            f"the first operation after it {statistics.median(operations):.3f} ms"
        )


if __name__ == "__main__":
    main()
