"""Rank correlation of hedgehog sightings with garden features.

Symptom: the rank correlation with the share of lawn, and the mean of all correlations, are nan.
Culprit: shares are percents already, and the clip to 1 makes all of them equal.
Report: none
"""

import numpy as np
import pandas as pd
from scipy import stats


def gardens(seed=31):
    rng = np.random.default_rng(seed)
    lawn = rng.uniform(5, 90, 40)
    hedge = rng.uniform(0, 60, 40)
    seen = rng.poisson(np.exp(0.6 + 0.02 * hedge - 0.01 * lawn))
    return pd.DataFrame({"lawn": lawn, "hedge": hedge, "seen": seen})


def tidy(table):
    out = table.copy()
    # a share can't be more than the whole garden
    out["lawn"] = out["lawn"].clip(upper=1.0)  # culprit
    return out


def correlations(table):
    found = {}
    for name in ["lawn", "hedge"]:
        found[name] = stats.spearmanr(table[name], table["seen"]).statistic
    return found


def main():
    table = tidy(gardens())
    found = correlations(table)
    for name, value in found.items():
        print(f"{name:<6} {value:6.3f}")
    print("mean:", np.mean(list(found.values())))


if __name__ == "__main__":
    main()
