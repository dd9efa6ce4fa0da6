"""What recording costs each of several processes, beside what it costs one: `python -m benchmarks.processes`.

Each process computes the same, plain and recorded, all at once, into a trace for all. Shown is the processor time that
recording adds to an operation of one process: medians over rounds, in turns. Processes that share processors share
their caches, and wait for each other: processor time is compared, not time by the clock.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

OPERATIONS = 300_000
CHILD = f"""
import time
import numpy as np
a = np.arange(64.0)
for _ in range(1000):
    np.sqrt(a)
began = time.process_time()
for _ in range({OPERATIONS}):
    np.sqrt(a)
print(time.process_time() - began)
"""
PARENT = """
import subprocess, sys
children = [subprocess.Popen([sys.executable, "child.py"]) for _ in range(int(sys.argv[1]))]
sys.exit(any(child.wait() for child in children))
"""


def nanoseconds(processes: int, recording: tuple[str, ...] = ()) -> float:
    """Return the processor time of an operation in so many processes; recording: options, where recorded."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "child.py").write_text(CHILD, encoding="utf-8")
        Path(folder, "parent.py").write_text(PARENT, encoding="utf-8")
        run = ["-m", "numscope", "run", "-o", "t.numscope", *recording] if recording else []
        done = subprocess.run(
            [sys.executable, *run, "parent.py", str(processes)],
            cwd=folder, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return statistics.mean(float(line) for line in done.stdout.split()) / OPERATIONS * 1e9


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    for values in ("none", "stats"):
        added: dict[int, list[float]] = {1: [], arguments.processes: []}
        for _ in range(arguments.rounds):
            for processes, found in added.items():
                plain = nanoseconds(processes)
                found.append(nanoseconds(processes, ("--values", values)) - plain)
        one, each = (statistics.median(found) for found in added.values())
        print(
            f"--values {values:6} adds {one:.0f} ns to an operation of one process, {each:.0f} ns to one of each of "
            f"{arguments.processes} ({each / one:.2f}x)",
            flush=True,
        )


if __name__ == "__main__":
    main()
