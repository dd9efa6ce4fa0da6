"""Estimate how likely passengers of a ferry are to buy a meal, by a logistic curve over age and hours on board.

Symptom: the loss is nan from the first step on; the frame still has 37 gaps after they were filled.
Culprit: filling a selection of columns in place fills a copy; the frame keeps its gaps.
Report: pandas-dev/pandas#49727
"""

import numpy as np
import pandas as pd


def passengers(number=200, seed=13):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {"age": rng.integers(4, 85, number).astype(float), "hours": rng.uniform(1, 9, number)}
    )
    hungry = 0.6 * (frame["hours"] - 5) + 0.02 * (frame["age"] - 40)
    frame["meal"] = (rng.random(number) < 1 / (1 + np.exp(-hungry))).astype(int)
    frame.loc[rng.random(number) < 0.09, "age"] = np.nan
    frame.loc[rng.random(number) < 0.04, "hours"] = np.nan
    return frame


def clean(frame):
    """Put the median where age or hours are unknown."""
    usual = {"age": frame["age"].median(), "hours": frame["hours"].median()}
    frame[["age", "hours"]].fillna(usual, inplace=True)  # culprit
    return frame


def standardise(columns):
    values = columns.to_numpy()
    return (values - values.mean(axis=0)) / values.std(axis=0)


def fit(x, y, steps=150, rate=0.5):
    x = np.column_stack([np.ones(len(x)), x])
    weights = np.zeros(x.shape[1])
    for step in range(steps):
        chance = 1 / (1 + np.exp(-x @ weights))
        loss = -np.mean(np.where(y == 1, np.log(chance), np.log(1 - chance)))
        if step % 50 == 0:
            print(f"step {step:3d}: loss {loss:.4f}")
        weights -= rate * x.T @ (chance - y) / len(y)
    return weights


frame = clean(passengers())
print(f"{len(frame)} passengers, {frame.isna().sum().sum()} gaps")
weights = fit(standardise(frame[["age", "hours"]]), frame["meal"].to_numpy())
print("base {:.3f}, age {:.3f}, hours {:.3f}".format(*weights))
