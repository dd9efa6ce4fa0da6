"""What --stop-on and --rule cost an operation, beside the same recording without them: `python -m benchmarks.judging`.

Recordings with and without are run in turns; ratios are of the median time a call, in processor time of the thread.
"""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np

from benchmarks.workers import loop, recorded

TURNS = 15
SETTINGS: dict[str, dict[str, Any]] = {
    "--stop-on nan": {"stop_on": ["nan"]},
    "--stop-on nan, inf, zero-div": {"stop_on": ["nan", "inf", "zero-div"]},
    "--rule 'mean > 1e9'": {"rule": ["mean > 1e9"]},
    "--rule 'dtype == object'": {"rule": ["dtype == object"]},
    "five ready-made rules": {"rule": ["exploding", "vanishing", "dead", "constant", "near-limit"]},
}
SIZES = {"8 elements": (8, 1000), "100,000 elements": (100_000, 20)}


def measure(values: str, size: int, count: int) -> dict[str, tuple[float, float]]:
    """Nanoseconds added a call, and the ratio to the recording without, for each of the settings."""
    a = np.random.default_rng(0).normal(size=size)
    run = loop("a + b", {"a": a, "b": a + 1}, count, loops=20)
    taken: dict[str, list[float]] = {name: [] for name in ("", *SETTINGS)}
    for _ in range(TURNS):
        taken[""].append(recorded(run, values=values))
        for name, options in SETTINGS.items():
            if values != "none" or "rule" not in options:
                taken[name].append(recorded(run, values=values, **options))
    plain = statistics.median(taken[""])
    medians = {name: statistics.median(found) for name, found in taken.items() if name and found}
    return {name: (found - plain, found / plain) for name, found in medians.items()}


def main() -> None:
    """Print a table."""
    print("| a + b on | values | setting | added a call | ratio |\n|---|---|---|---|---|")
    for label, (size, count) in SIZES.items():
        for values in ("none", "stats"):
            for name, (added, ratio) in measure(values, size, count).items():
                print(f"| {label} | {values} | {name} | {added:,.0f} ns | {ratio:.2f}x |", flush=True)


if __name__ == "__main__":
    main()
