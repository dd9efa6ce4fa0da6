"""How fast traces of many processes are sealed and asked: `python -m benchmarks.shards [--shards N] [--operations N]`.

Four processes are recorded by the real recorder; their shards stand for those of all ranks (hard links: 64 of 1.5
million operations take 2 GB of disk, not 33). Every step runs in a process of its own; memory is that process's peak.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.sealing import SEAL, Question, asked, measured, record

_DISTINCT = 4
QUESTIONS = (
    Question(
        "sql group by name", ("sql", "TRACE", "select name, count(*) from operations group by 1"), 10, 2000
    ),
    Question("ls", ("ls", "TRACE"), 10, 2000),
    Question("top", ("top", "TRACE"), 10, 2000),
    Question("nan", ("nan", "TRACE"), 10, 2000),
    Question("ranks", ("ranks", "TRACE"), 10, 2000),
)


def many(folder: Path, shards: int, operations: int) -> Path:
    """Record, and return an unsealed trace with so many shards of so many operations each."""
    homes = []
    for number in range(_DISTINCT):
        path = folder / f"{number}.numscope"
        record(path, operations, "stats")
        homes.append(next(path.glob("processes/*/process.json")).parent)
    trace = folder / "many.numscope"
    record(trace, 100, "stats")
    first = next(trace.glob("processes/*/process.json")).parent
    for rank in range(shards):
        home = homes[rank % _DISTINCT]
        shard = trace / "processes" / f"{rank}-{1000 + rank}"
        shutil.copytree(home, shard, copy_function=os.link)
        facts = json.loads((home / "process.json").read_text())
        (shard / "process.json").unlink()
        (shard / "process.json").write_text(
            json.dumps({**facts, "ordinal": rank, "pid": 1000 + rank, "rank": rank, "world_size": shards})
        )
    shutil.rmtree(first)
    return trace


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--operations", type=int, default=150_000, help="of each shard")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trace = many(Path(folder), arguments.shards, arguments.operations)
        raw = sum(path.stat().st_size for path in trace.glob("processes/*/*.log"))
        seconds, cpu, memory, output = measured([sys.executable, "-c", SEAL, str(trace)])
        tables = sum(path.stat().st_size for path in trace.glob("tables/*"))
        count = int(output)
        print(f"{arguments.shards:,} shards, {count:,} operations")
        print(f"{raw / count:.0f} bytes of log and {tables / count:.1f} of tables an operation")
        print(f"{'seal':20}{seconds:7.2f} s {cpu:7.2f} s CPU {memory:6.0f} MB")
        for question in QUESTIONS:
            try:
                row = asked(question, trace)
            except SystemExit as error:
                print(f"{question.name:20}{error}")
                continue
            kept = "kept" if row.kept else "NOT KEPT"
            print(
                f"{row.step:20}{row.seconds:7.2f} s {row.cpu_seconds:7.2f} s CPU {row.peak_mb:6.0f} MB  {kept}"
            )


if __name__ == "__main__":
    main()
