"""Test whether two groups of drivers react at different speed."""

import numpy as np
import pandas as pd
from scipy import stats


def drivers():
    rng = np.random.default_rng(101)
    tired = rng.normal(435, 90, 12)
    rested = rng.normal(400, 35, 60)
    return pd.DataFrame({"group": ["tired"] * 12 + ["rested"] * 60, "time": np.concatenate([tired, rested])})


def compare(table):
    samples = [part["time"].to_numpy() for _, part in table.groupby("group")]
    return stats.ttest_ind(*samples, equal_var=False)


def main():
    table = drivers()
    result = compare(table)
    print(table.groupby("group")["time"].agg(["mean", "std", "size"]).round(3).to_string())
    print(f"t = {result.statistic:.4f}, p = {result.pvalue:.5f}")
    print("significant" if result.pvalue < 0.05 else "not significant")


main()
