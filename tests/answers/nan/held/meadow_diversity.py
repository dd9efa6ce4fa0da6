"""Plant diversity of mown and unmown meadow plots.

Symptom: The program prints NaN or inf.
Culprit: 0 * log(0) in the Shannon index.
Report: tensorflow/probability#241
"""

import numpy as np
import pandas as pd


def survey(seed=18, plots=24, species=14):
    rng = np.random.default_rng(seed)
    abundance = rng.gamma(1.2, 4.0, species)
    counts = rng.poisson(abundance, size=(plots, species))
    frame = pd.DataFrame(counts, columns=[f"sp{k:02d}" for k in range(species)])
    frame["treatment"] = np.where(np.arange(plots) % 2 == 0, "mown", "unmown")
    return frame


def shannon(counts):
    p = counts / counts.sum()
    return -np.sum(p * np.log(p))  # culprit


def plot_indices(frame):
    species = frame.filter(like="sp").to_numpy(dtype=float)
    out = frame[["treatment"]].copy()
    out["individuals"] = species.sum(axis=1)
    out["shannon"] = [shannon(row) for row in species]
    return out


def compare(table):
    groups = {name: part["shannon"].to_numpy() for name, part in table.groupby("treatment")}
    return groups["unmown"].mean() - groups["mown"].mean()


def main():
    table = plot_indices(survey())
    print(f"plots: {len(table)}, individuals per plot: {table['individuals'].mean():.1f}")
    print(f"difference in Shannon index: {compare(table):.4f}")


if __name__ == "__main__":
    main()
