"""How well a model tells the ill from the healthy.

Symptom: The area under the curve is 0.04.
Culprit: Column 0 is the probability of being healthy.
Report: none
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

rng = np.random.default_rng(0)
x = rng.normal(size=(300, 3))
ill = (x[:, 0] + 0.5 * x[:, 1] + rng.normal(0, 0.3, 300) > 0).astype(int)
model = LogisticRegression().fit(x[:200], ill[:200])
risk = model.predict_proba(x[200:])[:, 0]  # culprit
print("area:", roc_auc_score(ill[200:], risk))
