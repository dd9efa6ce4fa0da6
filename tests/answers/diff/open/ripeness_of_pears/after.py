"""Choose a model that finds ripe pears, and test it.

Symptom: far fewer ripe pears are picked
Culprit: class_weight="balanced" was lost where the settings of the model were put together
Report: none
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import recall_score
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

LIMIT = 0.5
GRID = {"classify__C": [0.01, 0.1, 1.0]}


def pears(count, seed):
    rng = np.random.default_rng(seed)
    ripe = (rng.random(count) < 0.15).astype(int)
    firmness = rng.normal(60 - 12 * ripe, 9)
    sugar = rng.normal(11 + 1.2 * ripe, 1.1)
    colour = rng.normal(0.4 + 0.1 * ripe, 0.12)
    return np.column_stack([firmness, sugar, colour]), ripe


def model():
    classify = LogisticRegression(max_iter=500)  # culprit
    return Pipeline([("scale", StandardScaler()), ("classify", classify)])


def tuned(x, y):
    search = GridSearchCV(model(), GRID, cv=4, scoring="roc_auc")
    return search.fit(x, y)


def report(search, x, y):
    chance = search.predict_proba(x)[:, 1]
    found = chance > LIMIT
    print("best C", search.best_params_["classify__C"])
    print(f"score {search.best_score_:.5f}")
    print(f"recall {recall_score(y, found):.4f}, picked {found.sum()}")
    print(f"mean chance {chance.mean():.5f}")


x, y = pears(400, seed=9)
x_train, x_test, y_train, y_test = train_test_split(x, y, random_state=2, stratify=y)
report(tuned(x_train, y_train), x_test, y_test)
