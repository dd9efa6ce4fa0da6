"""Predict how many bicycles pass a bridge, from weather stations that fail now and then.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the gaps in the weather, which the histogram-based trees take as they are.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.metrics import mean_absolute_error


def weather(rng, days):
    table = pd.DataFrame(
        {
            "celsius": 11.0
            - 9.0 * np.cos(np.arange(days) / 365.0 * 2.0 * np.pi)
            + rng.normal(0.0, 3.0, days),
            "rain": rng.binomial(1, 0.35, days) * rng.gamma(1.5, 3.0, days),
            "wind": rng.gamma(4.0, 1.2, days),
        },
        index=pd.date_range("2022-01-01", periods=days, freq="D", name="day"),
    )
    table["weekend"] = (table.index.day_of_week >= 5).astype(float)
    return table


def bicycles(rng, table):
    expected = 40.0 * (12.0 + table["celsius"]) * np.exp(-0.08 * table["rain"] - 0.05 * table["wind"])
    return rng.poisson(expected.clip(lower=20.0) * np.where(table["weekend"] > 0, 0.6, 1.0))


def with_failures(rng, table):
    """Return the table as the stations sent it."""
    measured = ["celsius", "rain", "wind"]
    failed = rng.random((len(table), len(measured))) < [0.05, 0.12, 0.2]
    return table.assign(**table[measured].mask(failed))


rng = np.random.default_rng(2022)
truth = weather(rng, days=500)
counts = bicycles(rng, truth)
sent = with_failures(rng, truth)
past, future = slice(0, 400), slice(400, None)
model = HistGradientBoostingRegressor(max_iter=40, max_leaf_nodes=12, random_state=0)
model.fit(sent.iloc[past], counts[past])
predicted = model.predict(sent.iloc[future])
print(sent.isna().mean().map("{:.1%} missing".format).to_string())
print(
    f"mean error {mean_absolute_error(counts[future], predicted):.1f} of {counts[future].mean():.1f} bicycles"
)
busiest = predicted.argmax()
print(f"busiest day to come: {sent.index[future][busiest]:%d %B %Y}, {predicted[busiest]:.0f} bicycles")
