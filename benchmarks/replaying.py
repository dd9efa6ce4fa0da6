"""Replay of small operations: processor time against the time that they took when they were recorded.

`python -m benchmarks.replaying [ROUNDS]`. The program below is recorded with 10,000 and with 100,000 outermost
operations on arrays of 32 elements, and each recording replayed in one worker, in turns; the quickest turn of each
counts, as other work on the machine only ever adds. Processor time is of all processes: reading the trace, the
worker's start, its work. What an operation costs by itself is the difference of both sizes. No start can be shorter
than that of an interpreter that imports NumPy, which is measured beside them.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numscope
from numscope.analysis.replay.replay import replay

PROGRAM = """
import numpy as np
rng = np.random.default_rng(0)
w, x = rng.normal(size=(4, 4)), rng.normal(size=(8, 4))
for i in range({steps}):
    h = np.tanh(x @ w)
    h = h - h.mean(axis=0)
    x = h / np.sqrt((h * h).sum() + 1)
    y = np.where(x > 0, x, 0.1 * x)
    z = np.concatenate([x, y]).max(axis=1)
"""
_PER_STEP = 14
_RECORDED = """
    select cast(sum(duration_ns) as double) / 1e9 as seconds, count(*) as operations
    from stored.operations o join stored.calls c on o.call = c.id where c.depth = 0
"""


def main() -> None:
    """Measure both sizes and print them."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        sizes = [measure(Path(folder), operations, rounds) for operations in (10_000, 100_000)]
    (some, recorded, first), (more, recorded_more, second) = sizes
    for operations, seconds, again in sizes:
        took = f"recorded in {seconds * 1e3:.1f} ms, replayed in {again * 1e3:.0f} ms"
        print(f"{operations:,} operations: {took}: {again / seconds:.1f}x")
    each, before = (second - first) / (more - some), (recorded_more - recorded) / (more - some)
    print(
        f"one more: recorded in {before * 1e6:.2f} µs, replayed in {each * 1e6:.2f} µs: {each / before:.1f}x"
    )
    alone = min(importing_numpy() for _ in range(2 * rounds))
    print(
        f"start: {(first - some * each) * 1e3:.0f} ms; of an interpreter that imports NumPy: {alone * 1e3:.0f} ms"
    )


def measure(folder: Path, operations: int, rounds: int) -> tuple[int, float, float]:
    """How many operations were replayed, in how many seconds they were recorded, and replayed."""
    script, trace = folder / "program.py", folder / f"{operations}.numscope"
    script.write_text(PROGRAM.format(steps=operations // _PER_STEP))
    command = [sys.executable, "-m", "numscope", "run", "--force", "--output", str(trace), str(script)]
    recorded, replayed = [], []
    for _ in range(rounds):
        subprocess.run(command, check=True, capture_output=True)
        with numscope.open(trace) as opened:
            found = opened.sql(_RECORDED).to_pylist()[0]
            before = processor_seconds()
            answer = replay(opened, jobs=1)
            replayed.append(processor_seconds() - before)
        recorded.append(found["seconds"])
        if answer.found:
            raise SystemExit("the replay differs")
    return answer.operations, min(recorded), min(replayed)


def importing_numpy() -> float:
    """The processor time that an interpreter takes that imports NumPy and does nothing else."""
    before = processor_seconds()
    subprocess.run([sys.executable, "-c", "import numpy"], check=True)
    return processor_seconds() - before


def processor_seconds() -> float:
    """Of this process and those that have ended."""
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(who)[:2]) for who in whose)


if __name__ == "__main__":
    main()
