"""Full capture of a ConvNet's training steps, numscope beside msprobe's tensor mode: bytes written, time a step.

    pip install -r benchmarks/torch_peers.txt
    python -m benchmarks.torch_capture [--rounds N]

Each way runs in a process of its own, in turns: msprobe leaves programs slower than they were. Time is processor
time of the whole process, threads that write included; other work on the machine counts as little as it can. Medians
are shown.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

STEPS = 5
SHAPES = {"small": (8, 3, 32, 32), "large": (32, 3, 64, 64)}
TARGETS = {"bytes": 2.0, "milliseconds": 5.0}  # how many times less than msprobe


def worker(way: str, size: str, folder: Path) -> dict[str, float]:
    """What `STEPS` captured steps cost and left."""
    import torch

    from benchmarks.torch_operators import Cnn, training

    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = Cnn()
    run = training(model, torch.randn(*SHAPES[size]))
    run(3)
    capture = numscope_step if way == "numscope" else msprobe_step
    step, end, count = capture(folder, model, run)
    step()  # files are opened, modules are named
    started, wall = time.process_time(), time.perf_counter()
    for _ in range(STEPS):
        step()
    taken, wall = time.process_time() - started, time.perf_counter() - wall
    end()
    written = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return {
        "milliseconds": taken / STEPS * 1e3,
        "milliseconds of wall time": wall / STEPS * 1e3,
        "bytes": written / (STEPS + 1),
        "files": sum(path.is_file() for path in folder.rglob("*")),
        **count(),
    }


Way = tuple[Callable[[], None], Callable[[], None], Callable[[], dict[str, float]]]


def numscope_step(folder: Path, model: object, run: Callable[[int], None]) -> Way:
    import numscope

    recording = numscope.record(folder / "t.numscope", values="full")
    recording.__enter__()

    def count() -> dict[str, float]:
        with numscope.open(folder / "t.numscope") as trace:
            kept = trace.sql('select hash_high, hash_low, bytes from stored."values"').to_pylist()
        distinct = {(row["hash_high"], row["hash_low"]) for row in kept}
        return {"values kept": len(kept), "distinct values": len(distinct)}

    return lambda: run(1), lambda: recording.__exit__(None, None, None), count


def msprobe_step(folder: Path, model: object, run: Callable[[int], None]) -> Way:
    from msprobe.pytorch import PrecisionDebugger

    debugger = PrecisionDebugger(dump_path=str(folder), task="tensor", level="L1")

    def step() -> None:
        debugger.start(model)
        run(1)
        debugger.stop()
        debugger.step()

    return step, lambda: None, dict


def measure(way: str, size: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "benchmarks.torch_capture",
            "--worker",
            way,
            "--size",
            size,
            "--folder",
            folder,
        ]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True
        )
        found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
        return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--size", choices=SHAPES, default="large")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        print(json.dumps(worker(arguments.worker, arguments.size, arguments.folder)))
        return
    found: dict[str, list[dict[str, float]]] = {"numscope": [], "msprobe": []}
    for _ in range(arguments.rounds):
        for way, figures in found.items():
            figures.append(measure(way, arguments.size))
    medians = {
        way: {name: statistics.median(one[name] for one in figures) for name in figures[0]}
        for way, figures in found.items()
    }
    for way, values in medians.items():
        print(f"{way}: " + ", ".join(f"{value:,.1f} {name}" for name, value in values.items()) + " (a step)")
    for name, target in TARGETS.items():
        print(
            f"{name}: {medians['msprobe'][name] / medians['numscope'][name]:.1f} times less; target {target:g}"
        )


if __name__ == "__main__":
    main()
