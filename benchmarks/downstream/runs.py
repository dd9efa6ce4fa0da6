"""One part of a suite, run plain or recorded in a fresh process."""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.downstream.suites import Part
from numscope.recording.environment import STARTUP_FOLDER

ROOT = Path(__file__).resolve().parent.parent.parent
# Nothing of ours or the user's may reach the tested project's pytest: no ini file, no cache, no plugin by chance.
PYTEST = (
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "benchmarks.downstream.outcomes",
    "-c",
    os.devnull,
)


@dataclass(frozen=True)
class Run:
    """What one pytest process did: outcome and failure text of each test, exit code, seconds, operations seen."""

    outcomes: dict[str, str]
    texts: dict[str, str]
    code: int
    seconds: float
    cpu_seconds: float
    operations: int


def packages_folder(library: str) -> Path:
    """The folder that the library is installed in: tests are named by their paths from there."""
    spec = importlib.util.find_spec(library)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).resolve().parent.parent


def run_part(part: Part, folder: Path, recorded: bool) -> Run:
    """Run `part`; the trace goes into `folder` and is removed when its operations are counted."""
    folder.mkdir(parents=True, exist_ok=True)
    outcomes = folder / "outcomes.jsonl"
    trace = folder / "downstream.numscope"
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
    paths = [str(ROOT), str(ROOT / "src")]
    environ |= {"DOWNSTREAM_OUTCOMES": str(outcomes), "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
    if recorded:
        paths.insert(0, str(STARTUP_FOLDER))
        environ |= {"NUMSCOPE": "1", "NUMSCOPE_OUTPUT": str(trace), "NUMSCOPE_VALUES": part.values}
        if part.inside:
            environ["NUMSCOPE_INSIDE"] = part.library
        # The hooks, the pass over memory and the writing are under test here, not the disk's size.
        environ |= {"NUMSCOPE_MAX_BYTES": "4G", "NUMSCOPE_MAX_ARRAY_BYTES": "16M"}
    environ["PYTHONPATH"] = os.pathsep.join(paths)
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with open(folder / "output.txt", "w") as output:
        done = subprocess.run(
            [sys.executable, *PYTEST, f"--rootdir={packages_folder(part.library)}", *part.arguments],
            cwd=folder,
            env=environ,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    seconds, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    results, texts = _read(outcomes)
    return Run(results, texts, done.returncode, seconds, cpu_seconds, _count(trace))


def _read(outcomes: Path) -> tuple[dict[str, str], dict[str, str]]:
    results: dict[str, str] = {}
    texts: dict[str, str] = {}
    if outcomes.exists():
        for line in outcomes.read_text().splitlines():
            test, outcome, text = json.loads(line)
            results[test] = f"{results[test]}, {outcome}" if test in results else outcome
            texts[test] = text
    return results, texts


def _count(trace: Path) -> int:
    """Operations in a raw trace, from what each process said as it ended."""
    total = 0
    for description in trace.rglob("process.json"):
        counters = json.loads(description.read_text()).get("counters") or {}
        total += counters.get("operations", 0)
    return total
