"""Tomorrow's level of a river from those of the last days.

Symptom: The forecast of the next year is far worse than its score.
Culprit: The rows are shuffled before they are parted, so that each tested day lies between two known ones.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import RandomForestRegressor
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(12)
days = pd.date_range("2023-01-01", periods=500, freq="D")
level = pd.Series(np.cumsum(rng.normal(0, 0.1, 500)), index=days)
table = pd.DataFrame({f"before_{lag}": level.shift(lag) for lag in (1, 2, 3)}).assign(level=level).dropna()
parts = train_test_split(  # culprit
    table.drop(columns="level"), table["level"], test_size=0.25, random_state=3
)
train, test, y_train, y_test = parts
model = RandomForestRegressor(30, random_state=0).fit(train, y_train)
print("R2:", model.score(test, y_test))
