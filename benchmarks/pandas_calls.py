"""What a call of pandas costs more while it is recorded: `python -m benchmarks.pandas_calls`, microseconds a call.

Ten rows, smallest of many batches, processes plain and recorded in turns; processor time of the thread.
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

CALLS = ("s + s", "df['a']", "s.sum()", "df.sum()", "g.sum()", "pd.isna(1.0)")
LEVELS = ("plain", "none", "stats")
PROGRAM = """
import json, time
import numpy as np, pandas as pd
df = pd.DataFrame({"a": np.arange(10.0), "b": np.arange(10.0), "c": np.arange(10) % 3})
s, g = df["a"], df.groupby("c")
found = {}
for text in CALLS:
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
        program = Path(folder) / "program.py"
        program.write_text(PROGRAM.replace("CALLS", repr(CALLS)))
        words = [sys.executable, str(program)]
        if level != "plain":
            options = ["run", "--values", level, "--output", f"{folder}/t.numscope"]
            words = [sys.executable, "-m", "numscope", *options, str(program)]
        environ = os.environ | {"PYTHONPATH": str(Path(numscope.__file__).parent.parent)}
        done = subprocess.run(words, env=environ, capture_output=True, text=True, check=True)
        found: dict[str, float] = json.loads(done.stdout.splitlines()[0])
        return found


def main() -> None:
    """Print a row a call: plain, and what each level adds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    found = {level: [] for level in LEVELS}  # type: dict[str, list[dict[str, float]]]
    for _ in range(rounds):
        for level in LEVELS:
            found[level].append(microseconds(level))
    for call in CALLS:
        plain, *recorded = (min(one[call] for one in found[level]) for level in LEVELS)
        added = "  ".join(
            f"{level} +{one - plain:.1f}" for level, one in zip(LEVELS[1:], recorded, strict=True)
        )
        print(f"{call:14} plain {plain:6.1f}  {added}")


if __name__ == "__main__":
    main()
