"""What recording adds to an import: processor seconds at `none` over those of the plain import, in turns."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

MODULES = (
    "numpy",
    "scipy.integrate",
    "pandas",
    "sklearn.linear_model, sklearn.ensemble, sklearn.svm",
    "matplotlib.pyplot",
)
_RECORDED = (
    "import numscope\nwith numscope.record({trace!r}, values='none', log=False):\n    import {modules}\n"
)


def seconds_added(modules: str, rounds: int) -> tuple[float, float]:
    """Return medians: seconds of the plain import, and what it takes longer when recorded."""
    plain, added = [], []
    for _ in range(rounds):
        plain.append(_seconds_of(f"import {modules}"))
        with tempfile.TemporaryDirectory() as folder:
            trace = str(Path(folder) / "imports.numscope")
            added.append(_seconds_of(_RECORDED.format(trace=trace, modules=modules)) - plain[-1])
    return statistics.median(plain), statistics.median(added)


def _seconds_of(code: str) -> float:
    process = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "OMP_NUM_THREADS": "1"})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print a line for each library."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    for modules in MODULES:
        plain, added = seconds_added(modules, rounds)
        print(f"import {modules}: {plain:.2f} s plain, {added:.2f} s more recorded")


if __name__ == "__main__":
    main()
