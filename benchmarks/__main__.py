"""`make bench`: every figure that numscope promises, measured in turns, as a table and as JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

import numpy
from rich.console import Console
from rich.table import Table

from benchmarks.startup import startup_milliseconds
from benchmarks.workers import WORKERS, Figures


@dataclass(frozen=True)
class Promise:
    """One figure and its limit: an upper one, or a lower one where `at_least` is set."""

    text: str
    worker: str
    figure: str
    limit: float
    unit: str = ""
    at_least: bool = False

    def kept(self, value: float) -> bool:
        return value >= self.limit if self.at_least else value <= self.limit


PROMISES = [
    Promise("not recording: added to a start of Python", "startup", "added ms", 1.0, "ms"),
    # A difference of two medians: zero within what the measurement itself varies by.
    Promise(
        "not recording: left on a + b (8 elements) after a recording", "hooks_removed", "added", 5.0, "ns"
    ),
    Promise("none: added to a + b on 8 elements", "none_small", "a + b added", 100, "ns"),
    Promise("none: a + b on 1 M elements", "none_large", "ratio", 1.02, "x"),
    Promise(
        "stats: a + b on 64 MB of float32, in reads of its operands",
        "stats_large",
        "float32 a + b, in reads of its three operands",
        1.3,
        "x",
    ),
    Promise(
        "stats: a + b on 64 MB of float64, in reads of its operands",
        "stats_large",
        "float64 a + b, in reads of its three operands",
        1.3,
        "x",
    ),
    Promise("full: distinct 1 MB arrays, of the append rate", "full_distinct", "ratio", 0.7, "x", True),
    Promise("full: repeated 1 MB arrays, of XXH3-128's rate", "full_repeated", "ratio", 0.7, "x", True),
    Promise("full: 1,000 small operations, against the obvious way", "peer", "times faster", 50, "x", True),
    Promise("memory above the program's own", "memory", "added MB", 64, "MB"),
]
BESIDES = [
    *(
        ("none_small", f"{name} added", "ns")
        for name in ("np.add(a, b)", "a.sum()", "np.mean(a)", "np.concatenate")
    ),
    ("none_small", "a[2:5] added", "ns"),
    ("none_small", "np.zeros(8) added", "ns"),
    ("stats_large", "float32 a + b, in reads of its three operands", "x"),
    ("stats_large", "float64 a + b, in reads of its three operands", "x"),
    ("full_distinct", "GB/s", "GB/s"),
    ("full_distinct", "ratio in CPU time", "x"),
    ("full_distinct", "machine GB/s", "GB/s"),
    ("full_repeated", "GB/s", "GB/s"),
    ("full_repeated", "XXH3-128 GB/s", "GB/s"),
    ("peer", "numscope ms", "ms"),
    ("peer", "obvious way ms", "ms"),
    ("peer", "operations of the mixed program", ""),
    ("peer", "numscope sees", ""),
    ("peer", "obvious way sees", ""),
    ("peer", "obvious way misses", ""),
    ("peer", "operands it writes", ""),
    ("peer", "operands it overwrites", ""),
]


def run_worker(name: str) -> Figures:
    environ = {key: value for key, value in os.environ.items() if not key.startswith("NUMSCOPE")}
    environ["OMP_NUM_THREADS"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.workers", name], stdout=subprocess.PIPE, env=environ, check=True
    )
    figures: Figures = json.loads(done.stdout)
    return figures


def measure(rounds: int) -> dict[str, Figures]:
    """Run every worker once a round; the median of each figure over the rounds."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number in range(rounds):
        for name in WORKERS:
            print(f"round {number + 1} of {rounds}: {name}", file=sys.stderr)
            for figure, value in run_worker(name).items():
                found[name][figure].append(value)
    results = {
        name: {key: statistics.median(each) for key, each in figures.items()}
        for name, figures in found.items()
    }
    results["memory"] = {"added MB": results["memory_recorded"]["MB"] - results["memory_plain"]["MB"]}
    results["startup"] = startup_milliseconds(turns=20 * rounds)
    return results


def print_results(results: dict[str, Figures]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("promise", "measured", "limit", ""):
        table.add_column(heading, justify="left" if heading in ("promise", "") else "right")
    for promise in PROMISES:
        value = results[promise.worker][promise.figure]
        limit = f"{'>=' if promise.at_least else '<='} {promise.limit:g} {promise.unit}"
        verdict = "[green]kept[/]" if promise.kept(value) else "[red]not kept[/]"
        table.add_row(promise.text, f"{value:.4g} {promise.unit}", limit, verdict)
    for worker, figure, unit in BESIDES:
        table.add_row(f"  {worker}: {figure}", f"{results[worker][figure]:.4g} {unit}", "", "", style="dim")
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (default: 3)")
    parser.add_argument(
        "--json", default="benchmarks.json", metavar="FILE", help="where the figures go as JSON"
    )
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    results = measure(arguments.rounds)
    print_results(results)
    document = {
        "date": datetime.now(timezone.utc).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, load {load:.1f} at the start",
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "promises": {
            promise.text: {
                "measured": results[promise.worker][promise.figure],
                "limit": promise.limit,
                "unit": promise.unit,
                "kept": promise.kept(results[promise.worker][promise.figure]),
            }
            for promise in PROMISES
        },
        "figures": results,
    }
    Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n")
    print(f"\nas JSON: {arguments.json}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
