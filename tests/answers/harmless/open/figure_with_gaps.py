"""Draw the level of a river with its gaps, its trend and its distribution, and save the figure.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the gaps in the line, which Matplotlib leaves open, and the inf it finds its limits with.
Report: none
"""

import tempfile
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from scipy.stats import linregress


def level(rng, hours):
    """Return the level in metres; the gauge was under repair twice."""
    time = np.arange(hours) / 24.0
    metres = 2.0 + 0.012 * time + 0.3 * np.sin(2.0 * np.pi * time / 7.0) + rng.normal(0.0, 0.05, hours)
    metres[200:260] = np.nan
    metres[600:615] = np.nan
    return time, metres


def draw(time, metres, trend, path):
    figure, (line, histogram, flow) = plt.subplots(1, 3, figsize=(10, 3), layout="constrained")
    line.plot(time, metres, linewidth=0.8, label="level")
    line.plot(time, trend.intercept + trend.slope * time, "--", label="trend")
    line.legend(loc="upper left")
    line.set(xlabel="days", ylabel="metres")
    histogram.hist(metres[np.isfinite(metres)], bins=30)
    flow.semilogy(time, 12.0 * metres**2.5)
    flow.axvspan(20.0, 25.0, alpha=0.2)
    figure.savefig(path, dpi=60)
    plt.close(figure)


def main():
    time, metres = level(np.random.default_rng(2013), hours=30 * 24)
    measured = np.isfinite(metres)
    trend = linregress(time[measured], metres[measured])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "river.png"
        draw(time, metres, trend, path)
        height, width, _ = plt.imread(path).shape
    print(f"{np.count_nonzero(~measured)} of {len(metres)} hours are missing")
    print(f"the river rises {100 * trend.slope:.3f} +- {100 * trend.stderr:.3f} cm a day")
    print(f"highest level {np.nanmax(metres):.3f} m; figure of {width} x {height} pixels")


if __name__ == "__main__":
    main()
