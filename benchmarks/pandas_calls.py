"""What a call of pandas costs more while it is recorded: `python -m benchmarks.pandas_calls`, microseconds a call.

Ten rows, smallest of many batches, in processes that take turns; processor time of the thread. Each is measured plain,
with NumPy's operations recorded alone, and with calls of pandas on top: the last column is what these add.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numscope

CALLS = (
    *("s + s", "df['a']", "s.sum()", "s.mean()", "df.sum()", "df + df", "g.sum()", "pd.isna(1.0)"),
    *("pd.Series(x)", "s.head(3)", "df.head(3)", "df.loc[2:5]", "s.rolling(2)", "df[s > 3]"),
)
# Values kept, and whether calls of pandas are recorded.
LEVELS = {
    "plain": ("", False),
    "NumPy none": ("none", False),
    "none": ("none", True),
    "NumPy stats": ("stats", False),
    "stats": ("stats", True),
}
PROGRAM = """
import contextlib, json, sys, time
values, with_pandas, output, calls = json.loads(sys.argv[1])
import numscope
from numscope.probes import registry
if not with_pandas:
    registry.OWN = (registry.GROUND,)
import numpy as np, pandas as pd
with numscope.record(output, values=values) if values else contextlib.nullcontext():
    x = np.arange(10.0)
    df = pd.DataFrame({"a": x, "b": x, "c": np.arange(10) % 3})
    s, g = df["a"], df.groupby("c")
    found = {}
    for text in calls:
        run = eval(f"lambda: {text}")
        batches = []
        for _ in range(40):
            begin = time.thread_time()
            for _ in range(100):
                run()
            batches.append((time.thread_time() - begin) * 1e4)
        found[text] = min(batches)
print(json.dumps(found))
"""


def microseconds(level: str) -> dict[str, float]:
    """Return what each call takes in one process."""
    with tempfile.TemporaryDirectory() as folder:
        settings = json.dumps([*LEVELS[level], f"{folder}/t.numscope", CALLS])
        environ = os.environ | {"PYTHONPATH": str(Path(numscope.__file__).parent.parent)}
        words = [sys.executable, "-c", PROGRAM, settings]
        done = subprocess.run(words, env=environ, capture_output=True, text=True, check=True)
        found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
        return found


def main() -> None:
    """Print a row a call: plain, and what calls of pandas add to the recording of NumPy's operations."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    found = {level: [] for level in LEVELS}  # type: dict[str, list[dict[str, float]]]
    for _ in range(rounds):
        for level in LEVELS:
            found[level].append(microseconds(level))
    for call in CALLS:
        least = {level: min(one[call] for one in found[level]) for level in LEVELS}
        columns = "  ".join(f"{level} {least[level]:6.2f}" for level in LEVELS)
        added = [least[values] - least[f"NumPy {values}"] for values in ("none", "stats")]
        print(f"{call:13} {columns}  pandas adds {added[0]:5.2f} none, {added[1]:5.2f} stats")


if __name__ == "__main__":
    main()
