"""Foresee late harvests of a cooperative from the weather, with a logistic model and yearly tests.

Symptom: The losses of all years and the Brier score fall; the model seems to know more than before.
Culprit: The model of a year is trained on the years up to and including the year that it foresees.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FIELDS = 45
YEARS = range(2008, 2020)
COLUMNS = ["rain", "heat", "sunshine", "slope"]


def cooperative(seed=515):
    """One row per field and year; rain and heat of a year are shared by all fields."""
    rng = np.random.default_rng(seed)
    slope = rng.uniform(0, 18, FIELDS)
    frames = []
    for year in YEARS:
        rain = rng.normal(620, 90)
        heat = rng.normal(1450, 110)
        frame = pd.DataFrame(
            {
                "year": year,
                "field": np.arange(FIELDS),
                "rain": rain + rng.normal(0, 25, FIELDS),
                "heat": heat + rng.normal(0, 30, FIELDS),
                "sunshine": rng.normal(1500, 120, FIELDS),
                "slope": slope,
            }
        )
        logit = 0.012 * (frame["rain"] - 620) - 0.009 * (frame["heat"] - 1450) + 0.08 * (slope - 9) - 0.7
        frame["late"] = (rng.random(FIELDS) < 1 / (1 + np.exp(-logit))).astype(int)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def with_last_year(table):
    """Add whether the same field was late in the year before."""
    table = table.sort_values(["field", "year"], ignore_index=True)
    table["late_before"] = table.groupby("field")["late"].shift(1)
    return table.dropna(subset=["late_before"])


def foreseen(table, columns):
    """Chances of each year from a model of the years before it."""
    parts = []
    for year in sorted(table["year"].unique())[4:]:
        past = table[table["year"].le(year)]  # culprit
        now = table[table["year"].eq(year)]
        model = make_pipeline(StandardScaler(), LogisticRegression(C=1.0, max_iter=1000))
        model.fit(past[columns], past["late"])
        chance = model.predict_proba(now[columns])[:, 1]
        parts.append(now.assign(chance=chance))
    return pd.concat(parts)


def main():
    table = with_last_year(cooperative())
    columns = [*COLUMNS, "late_before"]
    result = foreseen(table, columns)
    for year, group in result.groupby("year"):
        loss = log_loss(group["late"], group["chance"], labels=[0, 1])
        print(
            f"{year}: {group['late'].mean():.3f} late, {group['chance'].mean():.4f} foreseen, loss {loss:.4f}"
        )
    print(f"Brier score {brier_score_loss(result['late'], result['chance']):.5f}")
    riskiest = result.groupby("field")["chance"].mean().nlargest(3)
    print("riskiest fields:", ", ".join(f"{field} ({chance:.3f})" for field, chance in riskiest.items()))


if __name__ == "__main__":
    main()
