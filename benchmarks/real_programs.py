"""Programs that none of us wrote, run whole: what is seen and kept of them, what it costs, and whether they notice.

`python -m benchmarks.real_programs` runs each program plain and at `none`, `stats` and `full`, in turns, each in a
fresh process under `numscope run`, and compares what it printed and wrote.
"""

from __future__ import annotations

import argparse
import compileall
import hashlib
import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from rich.console import Console
from rich.table import Table

import numscope

# A program prints what it found, and the CPU seconds it took; PNG files and the like go to the current folder.
PROGRAMS = {
    "scikit-learn: classifiers on the digits": (
        "sklearn",
        """
import numpy as np
from sklearn.datasets import load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
X, y = load_digits(return_X_y=True)
parts = train_test_split(X / 16, y, random_state=0)
for model in (LogisticRegression(max_iter=200), GaussianNB(), KNeighborsClassifier(), SVC(),
              DecisionTreeClassifier(random_state=0), RandomForestClassifier(50, random_state=0)):
    model.fit(parts[0], parts[2])
    print(type(model).__name__, model.score(parts[1], parts[3]), repr(model.predict(parts[1]).sum()))
""",
    ),
    "SciPy: solve_ivp, a reaction-diffusion system": (
        "scipy",
        """
import numpy as np
from scipy.integrate import solve_ivp
n = 100
def rhs(t, state):
    u, v = state[:n], state[n:]
    lap = lambda w: np.roll(w, 1) - 2 * w + np.roll(w, -1)
    return np.concatenate([u - u**3 - v + lap(u), 0.1 * (u - 0.5 * v) + 5 * lap(v)])
start = np.concatenate([np.sin(np.arange(n)), np.cos(np.arange(n))])
for method in ("RK45", "LSODA", "BDF"):
    solution = solve_ivp(rhs, (0, 20), start, method=method, rtol=1e-6)
    print(method, solution.nfev, solution.y[:, -1].tobytes().hex()[:400])
""",
    ),
    "pandas: group-by over a million rows": (
        "pandas",
        """
import numpy as np
import pandas as pd
rng = np.random.default_rng(0)
n = 1_000_000
frame = pd.DataFrame({"key": rng.integers(0, 1000, n), "kind": rng.choice(list("abcd"), n),
                      "x": rng.normal(size=n), "y": rng.normal(size=n)})
print(frame.groupby("key").agg({"x": ["mean", "std"], "y": "sum"}).head().to_string())
print(frame.groupby(["kind", frame.key % 10])["x"].quantile(0.9).to_string())
print(frame.assign(z=frame.x * frame.y).groupby("kind").z.describe().to_string())
print(frame.sort_values("x").x.rolling(50).mean().iloc[-3:].tolist())
""",
    ),
    "matplotlib: a figure to PNG": (
        "matplotlib",
        """
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
figure, axes = plt.subplots(2, 2, figsize=(8, 6))
x = np.linspace(0, 10, 500)
axes[0, 0].plot(x, np.sin(x), label="sin")
axes[0, 0].legend()
axes[0, 1].hist(np.random.default_rng(0).normal(size=10_000), bins=50)
axes[1, 0].imshow(np.add.outer(np.sin(x[:200]), np.cos(x[:200])))
axes[1, 1].contourf(*np.meshgrid(x[:60], x[:60]), np.outer(np.sin(x[:60]), x[:60]))
figure.savefig("figure.png", metadata={"Software": None})
print(figure.get_size_inches())
""",
    ),
    "xarray: monthly means and anomalies": (
        "xarray",
        """
import numpy as np
import pandas as pd
import xarray as xr
days = pd.date_range("2020-01-01", periods=1461)
rng = np.random.default_rng(0)
air = xr.DataArray(rng.normal(10, 5, (1461, 40, 60)), dims=("time", "lat", "lon"), name="air",
                   coords={"time": days, "lat": np.linspace(15, 75, 40), "lon": np.linspace(200, 330, 60)})
months = air.groupby("time.month")
anomaly = months - months.mean("time")
weights = np.cos(np.deg2rad(air.lat))
print(anomaly.weighted(weights).mean(("lat", "lon")).resample(time="YS").mean().values.tolist())
print(air.rolling(time=30).mean().isel(time=-1).mean().item())
print(air.sel(lat=40, lon=250, method="nearest").to_series().describe().to_string())
""",
    ),
}
SOURCES = Path(numscope.__file__).resolve().parent.parent
LEVELS = ("none", "stats", "full")
ENDING = "\nimport time as _t, sys as _s; print(_t.process_time(), file=_s.stderr)\n"


@dataclass(frozen=True)
class Outcome:
    """One run: a digest of all it put out, its CPU seconds, and what was recorded of it."""

    digest: str
    seconds: float
    operations: int = 0
    distinct_bytes: int = 0


def run(source: str, level: str | None) -> Outcome:
    """Run a program in an empty folder; `level` None: plain."""
    folder = Path(tempfile.mkdtemp(prefix="real-"))
    try:
        script, work = folder / "program.py", folder / "work"
        script.write_text(source + ENDING)
        work.mkdir()
        trace = folder / "trace.numscope"
        words = [sys.executable, str(script)]
        if level is not None:
            # Sealing comes after the program's end, so that it is not in its time.
            options = ["run", "--values", level, "--output", str(trace)]
            words = [sys.executable, "-m", "numscope", *options, str(script)]
        environ = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "MPLCONFIGDIR": str(folder)}
        environ["PYTHONPATH"] = str(SOURCES)
        done = subprocess.run(words, cwd=work, env=environ, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"a program failed at {level or 'plain'}:\n{done.stderr[-3000:]}")
        digest = hashlib.sha256(done.stdout.encode())
        for path in sorted(work.iterdir()):
            digest.update(path.read_bytes())
        [seconds] = [float(line) for line in done.stderr.splitlines() if line.replace(".", "", 1).isdigit()]
        return Outcome(digest.hexdigest(), seconds, *recorded(trace))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def recorded(trace: Path) -> tuple[int, int]:
    """Operations and distinct bytes of a trace, from what each process said as it ended."""
    counters = [json.loads(path.read_text())["counters"] or {} for path in trace.rglob("process.json")]
    return sum(each.get("operations", 0) for each in counters), sum(
        each.get("value_bytes", 0) for each in counters
    )


def measure(source: str, rounds: int) -> dict[str, object]:
    """Run a program `rounds` times at every level, in turns."""
    outcomes: dict[str | None, list[Outcome]] = {level: [] for level in (None, *LEVELS)}
    for _ in range(rounds):
        for level, found in outcomes.items():
            found.append(run(source, level))
    seconds = {level: statistics.median(each.seconds for each in found) for level, found in outcomes.items()}
    return {
        "operations": outcomes["full"][-1].operations,
        "distinct_bytes": outcomes["full"][-1].distinct_bytes,
        "plain_seconds": seconds[None],
        "ratios": {level: seconds[level] / seconds[None] for level in LEVELS},
        "identical": len({each.digest for found in outcomes.values() for each in found}) == 1,
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("names", nargs="*", help="parts of the names of the programs to run (default: all)")
    arguments = parser.parse_args()
    compileall.compile_dir(Path(numscope.__file__).parent, quiet=1)  # as whatever installs the package does
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("program", "operations", "distinct MB", "plain s", *LEVELS, "output"):
        table.add_column(heading, justify="left" if heading in ("program", "output") else "right")
    results = {}
    for name, (needs, source) in PROGRAMS.items():
        if arguments.names and not any(part in name for part in arguments.names):
            continue
        if importlib.util.find_spec(needs) is None:
            print(f"{name}: {needs} is not installed, so not run", file=sys.stderr)
            continue
        found = results[name] = measure(source, arguments.rounds)
        ratios: dict[str, float] = found["ratios"]  # type: ignore[assignment]
        table.add_row(
            name,
            f"{found['operations']:,}",
            f"{float(found['distinct_bytes']) / 1e6:,.1f}",  # type: ignore[arg-type]
            f"{found['plain_seconds']:.2f}",
            *(f"{ratios[level]:.2f}x" for level in LEVELS),
            "identical" if found["identical"] else "DIFFERS",
        )
    Console(width=None if sys.stdout.isatty() else 140).print(table)
    if arguments.json:
        document = {"date": datetime.now(timezone.utc).date().isoformat(), "programs": results}
        Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n")
    return 0 if all(found["identical"] for found in results.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
