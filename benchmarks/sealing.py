"""How fast a large trace is sealed and asked, each line with its limit: `python -m benchmarks.sealing [--json]`.

The traces are made by the real recorder. Every step runs in a process of its own; memory is that process's peak.
Processor time tells, on a machine that others use too, what the clock does not.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

# Arithmetic on three arrays, sums with an operation inside, and a line of its own for each kind. Nearly every
# result has a content that was not there before: what repeats is stored once, and would be too easy.
PROGRAM = """
import sys
import numpy as np
import numscope

path, operations, values = sys.argv[1], int(sys.argv[2]), sys.argv[3]
a, b, c = np.arange(8.0), np.ones(8), np.empty(8)
with numscope.record(path, values=values):
    for _ in range(operations // 11):
        a += 0.001
        np.add(a, b, out=c)
        d = a * c
        d += b
        e = d > c
        f = np.where(e, a, d)
        a - f
        np.maximum(a, f)
        f @ a
        f.sum()
"""

SEAL = """
import sys
from pathlib import Path
from numscope.trace.sealing import seal
print(seal(Path(sys.argv[1])).operations)
"""


@dataclass(frozen=True)
class Question:
    """A command asked of the large trace, and its limits; without them it is measured beside."""

    name: str
    words: tuple[str, ...]
    seconds: float | None = None
    megabytes: float | None = None


QUESTIONS = [
    Question("ls --last", ("ls", "TRACE", "--last"), 3, 2000),
    Question("top", ("top", "TRACE"), 3, 2000),
    Question("nan", ("nan", "TRACE"), 3, 2000),
    Question(
        "sql group by name",
        ("sql", "TRACE", "select name, count(*), sum(duration_ns) from operations group by 1"),
        3,
        2000,
    ),
    Question("graph --of --up", ("graph", "TRACE", "--of", "-1", "--up"), 1),
    Question("top --by shape", ("top", "TRACE", "--by", "shape")),
    Question("advise", ("advise", "TRACE")),
    Question("sql operands by dtype", ("sql", "TRACE", "select dtype, count(*) from operands group by 1")),
    Question("show last", ("show", "TRACE", "-1")),
]


@dataclass(frozen=True)
class Row:
    """One step as it was measured. limit: in words; kept: whether it was, by the clock; None: there is no limit."""

    step: str
    seconds: float
    cpu_seconds: float
    peak_mb: float
    limit: str = ""
    kept: bool | None = None
    remark: str = ""


def measured(words: list[str]) -> tuple[float, float, float, str]:
    """Seconds, processor seconds and peak memory in MB of a process, and its output."""
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{' '.join(words)} failed")
    memory = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    return seconds, usage.ru_utime + usage.ru_stime, memory, output


def record(path: Path, operations: int, values: str) -> None:
    subprocess.run([sys.executable, "-c", PROGRAM, str(path), str(operations), values], check=True)


def sealed(trace: Path) -> Row:
    raw = sum(path.stat().st_size for path in trace.glob("processes/*/*.log"))
    seconds, cpu, memory, output = measured([sys.executable, "-c", SEAL, str(trace)])
    tables = sum(path.stat().st_size for path in trace.glob("tables/*"))
    rate = int(output) / seconds
    remark = f"{int(output):,} operations, {rate:,.0f} a second; "
    remark += f"{raw / 1e6:,.0f} MB of log, {tables / 1e6:,.0f} MB of tables"
    return Row("seal", seconds, cpu, memory, ">= 2,000,000 a second", rate >= 2_000_000, remark)


def asked(question: Question, trace: Path) -> Row:
    words = [str(trace) if word == "TRACE" else word for word in question.words]
    seconds, cpu, memory, _ = measured([sys.executable, "-m", "numscope", *words])
    if question.seconds is None:
        return Row(question.name, seconds, cpu, memory)
    limit = f"<= {question.seconds:g} s" + (f", {question.megabytes:g} MB" if question.megabytes else "")
    kept = seconds <= question.seconds and memory <= (question.megabytes or float("inf"))
    return Row(question.name, seconds, cpu, memory, limit, kept)


def compared(folder: Path, operations: int, values: str) -> Row:
    traces = [folder / f"run-{number}.numscope" for number in range(2)]
    for trace in traces:
        record(trace, operations, values)
        measured([sys.executable, "-c", SEAL, str(trace)])
    seconds, cpu, memory, _ = measured([sys.executable, "-m", "numscope", "diff", *map(str, traces)])
    return Row(
        "diff, hashes agree", seconds, cpu, memory, "<= 10 s", seconds <= 10, f"2 x {operations:,} operations"
    )


def run(operations: int, values: str, folder: Path) -> list[Row]:
    trace = folder / "large.numscope"
    print(f"recording {operations:,} operations", file=sys.stderr)
    record(trace, operations, values)
    rows = [sealed(trace)]
    for question in QUESTIONS:
        if values != "none" or question.name not in (
            "nan",
            "graph --of --up",
        ):  # they need statistics and hashes
            rows.append(asked(question, trace))
    print("recording two runs to compare", file=sys.stderr)
    rows.append(compared(folder, operations // 10, values))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", type=int, default=10_000_000)
    parser.add_argument("--values", choices=("none", "stats", "full"), default="full")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = run(arguments.operations, arguments.values, Path(folder))
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return
    for row in rows:
        verdict = "" if row.kept is None else "kept" if row.kept else "NOT KEPT"
        used = f"{row.seconds:7.2f} s  {row.cpu_seconds:7.2f} s CPU  {row.peak_mb:6.0f} MB"
        print(f"{row.step:24}{used}  {row.limit:24}{verdict:10}{row.remark}")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
