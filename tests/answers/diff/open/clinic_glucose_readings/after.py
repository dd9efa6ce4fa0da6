"""Compares the bedside glucose meters of a clinic with the laboratory: Bland-Altman
bias, limits of agreement and the share of readings within the allowed deviation.
Symptom: the limits of agreement widened from -10.50..16.09 to -100.17..105.75 mg/dl and the correlation fell from 0.9853 to 0.0446; the bias is 2.792 in both.
Culprit: the meter readings are no longer sorted by sample before they are put beside the laboratory values.
Report: none
"""

import numpy as np
import pandas as pd

N = 90
FIRST = 1000
ABSOLUTE_MG = 15
RELATIVE = 0.15


def load_tables(seed=28):
    rng = np.random.default_rng(seed)
    ids = FIRST + np.arange(N)
    true = rng.lognormal(np.log(128), 0.28, N)
    ward = rng.choice(["A2", "B1", "C4"], N)
    lab = pd.DataFrame({"sample": ids, "lab": true + rng.normal(0, 2.0, N), "ward": ward})
    meter = pd.DataFrame({"sample": ids, "meter": true * 1.025 + rng.normal(0, 6.5, N)})
    # the meters upload in the order of their docking
    docking = np.argsort(ids // 6 * 10 + rng.integers(0, 40, N), kind="stable")
    return lab, meter.iloc[docking]


def by_sample(table):
    return table.sort_values("sample", ignore_index=True)


def pair_up(lab, meter):
    """One row per sample with both readings."""
    pairs = by_sample(lab)
    pairs["meter"] = meter["meter"].to_numpy()  # culprit
    pairs["diff"] = pairs["meter"] - pairs["lab"]
    pairs["avg"] = pairs[["meter", "lab"]].mean(axis=1)
    return pairs


def allowed(pairs):
    tolerance = (RELATIVE * pairs["lab"]).where(pairs["lab"] >= 100, ABSOLUTE_MG)
    return pairs["diff"].abs() <= tolerance


def main():
    pairs = pair_up(*load_tables())
    assert len(pairs) == N and pairs.notna().all(axis=None)
    bias = pairs["diff"].mean()
    half = 1.96 * pairs["diff"].std()
    slope, _ = np.polyfit(pairs["avg"], pairs["diff"], 1)

    print(f"samples {len(pairs)}")
    print(f"bias {bias:.3f} mg/dl, limits {bias - half:.2f} to {bias + half:.2f}")
    print(f"within the allowed deviation: {100 * allowed(pairs).mean():.1f} %")
    print(f"slope of the difference: {slope:.4f}")
    print(f"correlation: {pairs['meter'].corr(pairs['lab']):.4f}")
    for ward, group in pairs.groupby("ward"):
        print(f"ward {ward}: n {len(group)}, bias {group['diff'].mean():.3f}")


if __name__ == "__main__":
    main()
