"""How fast a large trace is sealed and asked: `python -m benchmarks.sealing [--operations N] [--values none] [--json]`.

The trace is made by the real recorder. Every step runs in a process of its own; memory is that process's peak.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Arithmetic on three arrays, sums with an operation inside, and a line of its own for each kind.
PROGRAM = """
import sys
import numpy as np
import numscope

path, operations, values = sys.argv[1], int(sys.argv[2]), sys.argv[3]
a, b, c = np.arange(8.0), np.ones(8), np.empty(8)
with numscope.record(path, values=values):
    for _ in range(operations // 10):
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
from numscope.trace.seal import seal
print(seal(Path(sys.argv[1])).operations)
"""

QUESTIONS = {
    "ls --last": ["ls", "TRACE", "--last"],
    "top": ["top", "TRACE"],
    "top --by site": ["top", "TRACE", "--by", "site"],
    "sql group by name": [
        "sql",
        "TRACE",
        "select name, count(*), sum(duration_ns) from operations group by 1",
    ],
    "sql operands by dtype": ["sql", "TRACE", "select dtype, count(*) from operands group by 1"],
    "nan": ["nan", "TRACE"],
    "graph --of --up": ["graph", "TRACE", "--of", "-1", "--up"],
    "show last": ["show", "TRACE", "-1"],
}


def measured(words: list[str]) -> tuple[dict[str, float], str]:
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
    used = {"seconds": seconds, "cpu_seconds": usage.ru_utime + usage.ru_stime, "peak_mb": round(memory)}
    return {name: round(value, 2) for name, value in used.items()}, output


def run(operations: int, values: str, folder: Path) -> list[dict[str, object]]:
    trace = folder / "large.numscope"
    subprocess.run([sys.executable, "-c", PROGRAM, str(trace), str(operations), values], check=True)
    raw = sum(path.stat().st_size for path in trace.glob("processes/*/*.log"))
    used, output = measured([sys.executable, "-c", SEAL, str(trace)])
    sealed = int(output)
    tables = sum(path.stat().st_size for path in trace.glob("tables/*"))
    rows: list[dict[str, object]] = [
        {
            "step": "seal",
            "operations": sealed,
            **used,
            "operations_per_second": round(sealed / used["seconds"]),
            "raw_mb": round(raw / 1e6),
            "tables_mb": round(tables / 1e6),
        }
    ]
    for name, words in QUESTIONS.items():
        if name in ("nan", "graph --of --up") and values == "none":
            continue  # they need statistics and hashes
        command = [
            sys.executable,
            "-m",
            "numscope",
            *(str(trace) if word == "TRACE" else word for word in words),
        ]
        rows.append({"step": name, **measured(command)[0]})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", type=int, default=10_000_000)
    parser.add_argument("--values", choices=("none", "stats", "full"), default="none")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = run(arguments.operations, arguments.values, Path(folder))
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print(
            "  ".join(
                f"{name} {value:,}" if not isinstance(value, str) else f"{value:24}"
                for name, value in row.items()
            )
        )


if __name__ == "__main__":
    main()
