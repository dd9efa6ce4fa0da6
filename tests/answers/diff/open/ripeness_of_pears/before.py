"""Choose a model that finds ripe pears, and test it.

Culprit: see after.py
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import recall_score
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def pears(count, seed):
    rng = np.random.default_rng(seed)
    ripe = (rng.random(count) < 0.15).astype(int)
    firmness = rng.normal(60 - 12 * ripe, 9)
    sugar = rng.normal(11 + 1.2 * ripe, 1.1)
    colour = rng.normal(0.4 + 0.1 * ripe, 0.12)
    return np.column_stack([firmness, sugar, colour]), ripe


x, y = pears(400, seed=9)
x_train, x_test, y_train, y_test = train_test_split(x, y, random_state=2, stratify=y)
model = make_pipeline(StandardScaler(), LogisticRegression(class_weight="balanced", max_iter=500))
search = GridSearchCV(model, {"logisticregression__C": [0.01, 0.1, 1.0]}, cv=4, scoring="roc_auc")
search.fit(x_train, y_train)
chance = search.predict_proba(x_test)[:, 1]
found = chance > 0.5
print("best C", search.best_params_["logisticregression__C"])
print(f"score {search.best_score_:.5f}")
print(f"recall {recall_score(y_test, found):.4f}, picked {found.sum()}")
print(f"mean chance {chance.mean():.5f}")
