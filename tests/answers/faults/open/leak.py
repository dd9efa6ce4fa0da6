"""How well a ridge regression foretells.

Symptom: Better than it will.
Culprit: The scaler has seen the test rows.
Report: none
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(0)
X = rng.normal(size=(80, 3))
y = X @ [1.0, 2, 3] + rng.normal(size=80)
Xs = StandardScaler().fit_transform(X)  # culprit
a, b, ya, yb = train_test_split(Xs, y, random_state=0)
print(Ridge().fit(a, ya).score(b, yb))
