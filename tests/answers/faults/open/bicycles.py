"""Bicycles for hire by weather, standardised by hand.

Symptom: A little too good.
Culprit: Means and deviations are of all days.
Report: none
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(5)
weather = rng.normal(10, 4, size=(70, 4))
hired = weather @ [3.0, -1.0, 0.5, 2.0] + rng.normal(size=70)
middle, spread = weather.mean(axis=0), weather.std(axis=0)  # culprit
weather = (weather - middle) / spread  # culprit, too
a, b, ya, yb = train_test_split(weather, hired, test_size=20, random_state=0)
print(Ridge().fit(a, ya).score(b, yb))
