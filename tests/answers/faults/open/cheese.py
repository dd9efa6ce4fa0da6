"""Ripeness of cheeses by smell: standardised, then judged by leaving a part out.

Symptom: A little too good.
Culprit: The scaler has seen the rows of each fold.
Report: none
"""

import numpy as np
from sklearn.metrics import r2_score
from sklearn.model_selection import KFold
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

rng = np.random.default_rng(12)
smell = rng.normal(3, 2, size=(75, 5))
ripe = smell[:, 0] - smell[:, 3] + rng.normal(0, 0.3, 75)
smell = StandardScaler().fit_transform(smell)  # culprit
scores = []
for train, test in KFold(5, shuffle=True, random_state=0).split(smell):
    model = SVR().fit(smell[train], ripe[train])
    scores.append(r2_score(ripe[test], model.predict(smell[test])))
print(np.mean(scores))
