"""What time by line and line coverage cost: compile and run one kernel plainly and under each.

`python benchmarks/numba_lines.py`: processor seconds of compiling and of one run, smallest of 5 processes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

KERNEL = """
import time
import numpy as np
from numba import njit, prange

@njit
def nested(x):
    return np.sqrt(x) * 2.0 + x

@njit
def smooth(a, out):
    for i in range(1, a.size - 1):
        out[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0
    total = 0.0
    for i in range(a.size):
        if a[i] > 0.5:
            total += nested(out[i])
        else:
            total -= out[i]
    return total

a, out = np.random.default_rng(0).random(4_000_000), np.zeros(4_000_000)
start = time.process_time()
smooth(a[:10], out[:10])
compiled = time.process_time()
for _ in range(20):
    smooth(a, out)
print(compiled - start, time.process_time() - compiled)
"""
WAYS = {"plain": [], "time by line": ["-m", "numscope", "numba", "lines"],
        "coverage": ["-m", "numscope", "numba", "lines", "--coverage"]}  # fmt: skip


def main() -> None:
    """Print a row for each way."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "kernel.py"
        script.write_text(KERNEL)
        for name, words in WAYS.items():
            runs = [_run([*words, str(script)]) for _ in range(5)]
            compile_, run = (min(column) for column in zip(*runs, strict=True))
            print(f"{name:14} compile {compile_:.3f} s, run {run:.3f} s")


def _run(words: list[str]) -> tuple[float, ...]:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True)
    return tuple(float(word) for word in done.stdout.splitlines()[0].split())


if __name__ == "__main__":
    main()
