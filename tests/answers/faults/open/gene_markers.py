"""Can the marker genes tell the two groups of patients apart? Cross-validated accuracy.

Symptom: The number is wrong.
Culprit: Features selected on all rows before cross-validation.
Report: none
"""

import numpy as np
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(92)

PATIENTS, GENES = 60, 4000
expression = rng.normal(size=(PATIENTS, GENES))
group = rng.permutation(np.repeat([0, 1], PATIENTS // 2))
print("patients:", PATIENTS, " genes:", GENES)

selector = SelectKBest(f_classif, k=20)
markers = selector.fit_transform(expression, group)  # culprit
print("strongest F value:", selector.scores_.max().round(2))

model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=500))
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=1)
scores = cross_val_score(model, markers, group, cv=folds)

print("accuracy by fold:", scores.round(2))
print("accuracy:", scores.mean())
