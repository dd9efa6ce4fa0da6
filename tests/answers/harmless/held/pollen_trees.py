"""Pollen forecast with gaps in the inputs: the gradient boosting model takes NaN as missing.

Symptom: none
Culprit: none
Tempts: a question could accuse this: NaN as missing value in HistGradientBoosting.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(17)

n = 600
days = pd.DataFrame(
    {
        "warmth": rng.normal(14, 5, n),
        "wind": rng.gamma(2.0, 2.0, n),
        "rain": rng.exponential(1.5, n),
    }
)
pollen = np.clip(6 * days["warmth"] + 5 * days["wind"] - 12 * days["rain"], 0, None)
pollen = pollen + rng.normal(0, 8, n)
days["week_mean"] = pollen.shift(1).rolling(7).mean()  # the first week has none
days.loc[rng.random(n) < 0.1, "wind"] = np.nan

print("missing values:", int(days.isna().sum().sum()))
x_train, x_test, y_train, y_test = train_test_split(days, pollen, test_size=0.25, random_state=0)
model = HistGradientBoostingRegressor(max_iter=120, random_state=0)
model.fit(x_train, y_train)

prediction = model.predict(x_test)
assert np.isfinite(prediction).all()
print("mean pollen:", y_test.mean().round(2))
print("R squared on the test days:", model.score(x_test, y_test))
