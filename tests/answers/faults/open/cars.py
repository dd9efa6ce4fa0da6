"""Price of used cars by age.

Symptom: The slope is near 0.
Culprit: The features are sorted, the prices are not.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression

rng = np.random.default_rng(3)
cars = pd.DataFrame({"age": rng.uniform(0, 12, 60)})
cars["price"] = 20000 - 1400 * cars["age"] + rng.normal(0, 500, 60)
features = cars[["age"]].sort_values("age")  # culprit
model = LinearRegression().fit(features, cars["price"])
print(model.coef_)
