"""How well neighbours classify.

Symptom: As chance does.
Culprit: The rows of X are shuffled, the labels are not.
Report: none
"""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

rng = np.random.default_rng(0)
X = np.vstack([rng.normal(0, 1, (50, 2)), rng.normal(4, 1, (50, 2))])
y = np.repeat([0, 1], 50)
order = rng.permutation(100)
X = X[order]  # culprit
a, b, ya, yb = train_test_split(X, y, random_state=0)
print(KNeighborsClassifier().fit(a, ya).score(b, yb))
