"""Combine six trials of a syrup and tell how much it raises the odds of a rash.

Symptom: the odds ratio of all trials and its bounds are nan, that of one trial is inf, five have a number.
Culprit: in one trial nobody without the syrup had a rash, so its log odds ratio is inf, and inf gets the weight 0.
Report: none
"""

import numpy as np
import pandas as pd
from scipy import stats

TRIALS = pd.DataFrame(
    {
        "trial": ["Oslo", "Porto", "Quito", "Riga", "Split", "Turin"],
        "syrup_rash": [12, 9, 4, 21, 7, 15],
        "syrup_well": [188, 141, 58, 279, 93, 205],
        "other_rash": [7, 6, 0, 13, 5, 8],
        "other_well": [193, 139, 61, 287, 95, 214],
        "dropped_out": [3, np.nan, 1, 0, np.nan, 2],
    }
)


def cells(row):
    return np.array([row.syrup_rash, row.syrup_well, row.other_rash, row.other_well], dtype=float)


def log_odds_ratio(table):
    a, b, c, d = table
    return np.log(a / b) - np.log(c / d)  # culprit


def variance(table):
    return np.sum(1.0 / table)


def share_dropped(trials):
    """Return the share of people who left, over the trials that tell it."""
    known = trials.dropna(subset=["dropped_out"])
    people = known.filter(regex="^(syrup|other)").to_numpy().sum()
    return known["dropped_out"].sum() / people


def combined(effects, variances):
    weights = 1.0 / variances
    mean = np.sum(weights * effects) / weights.sum()
    return mean, np.sqrt(1.0 / weights.sum())


def main():
    np.seterr(divide="ignore", invalid="ignore")
    effects, variances = [], []
    for row in TRIALS.itertuples():
        table = cells(row)
        effects.append(log_odds_ratio(table))
        variances.append(variance(table))
        p = stats.fisher_exact(table.reshape(2, 2)).pvalue
        print(f"{row.trial:6s} odds ratio {np.exp(effects[-1]):7.3f}, p {p:.3f}")
    mean, error = combined(np.array(effects), np.array(variances))
    low, high = np.exp(mean - 1.96 * error), np.exp(mean + 1.96 * error)
    print(f"all    odds ratio {np.exp(mean):7.3f}, from {low:.3f} to {high:.3f}")
    print(f"{100 * share_dropped(TRIALS):.2f} percent left their trial")


main()
