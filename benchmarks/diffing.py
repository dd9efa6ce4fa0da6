"""How long two large traces take to compare: `python -m benchmarks.diffing [--operations N]`.

The traces are made by the real recorder and sealed. Each comparison runs in a process of its own; memory is its peak.
CPU seconds count all threads.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# A loop whose data changes at each step; in the faulty run one constant changes half-way.
PROGRAM = """
import sys
import numpy as np
import numscope

path, operations, fault = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
a, b = np.arange(8.0), np.ones(8)
steps = operations // 5
with numscope.record(path, values="stats"):
    for step in range(steps):
        c = np.multiply(a, 0.5 if step != steps // 2 else 0.5 + fault)
        np.add(c, b, out=c)
        a = np.sqrt(c)
        a += step % 7
        c.sum()
"""


def record(path: Path, operations: int, fault: float) -> None:
    """Record the program and seal its trace."""
    subprocess.run([sys.executable, "-c", PROGRAM, str(path), str(operations), str(fault)], check=True)
    subprocess.run(
        [sys.executable, "-m", "numscope", "ls", str(path), "--limit", "1"], check=True, capture_output=True
    )


def compare(first: Path, second: Path) -> tuple[float, float, float, str]:
    """Wall seconds, CPU seconds, peak memory in MB, and the last line that the command prints."""
    start = time.perf_counter()
    words = [sys.executable, "-m", "numscope", "diff", str(first), str(second)]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    text = child.stdout.read()
    _, _, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text.strip().rpartition("\n")[2]


def main() -> int:
    """Measure a comparison with the same and with a faulty run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.diffing", description=__doc__)
    parser.add_argument(
        "--operations", type=int, default=1_000_000, help="user operations (default: a million)"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, fault in (("first", 0.0), ("same", 0.0), ("faulty", 0.001)):
            record(Path(folder, name), arguments.operations, fault)
        for name in ("same", "faulty"):
            wall, processor, memory, told = compare(Path(folder, "first"), Path(folder, name))
            print(f"{name}: {wall:.1f} s, {processor:.1f} s of CPU, {memory:,.0f} MB: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
