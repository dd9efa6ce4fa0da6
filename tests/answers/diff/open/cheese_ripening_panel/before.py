"""Classify cheeses by age group from sensory and chemical panel data.

Nearest neighbours and a logistic model; prints accuracy and log loss.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, log_loss
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler


def main():
    rng = np.random.default_rng(61)
    n = 420
    age = rng.integers(0, 3, n)
    x = np.empty((n, 6))
    x[:, 0] = 38 - 1.5 * age + rng.normal(0, 1.6, n)
    x[:, 1] = 5.2 + 0.08 * age + rng.normal(0, 0.08, n)
    x[:, 2] = 900 + 260 * age + rng.normal(0, 260, n)
    x[:, 3] = np.exp(rng.normal(1.0 + 0.5 * age, 0.5, n))
    x[:, 4] = rng.normal(4 + age, 1.3, n)
    x[:, 5] = rng.normal(0, 40, n)
    x[:, 3] = np.log(x[:, 3])  # culprit, too
    xa, xb, ya, yb = train_test_split(x, age, test_size=0.3, stratify=age, random_state=6)
    scaler = StandardScaler()
    za = scaler.fit_transform(xa)
    zb = scaler.transform(xb)
    knn = KNeighborsClassifier(n_neighbors=15, weights="distance")
    knn.fit(za, ya)
    p = knn.predict_proba(zb)
    print("neighbours: accuracy %.4f, log loss %.4f" % (accuracy_score(yb, knn.predict(zb)), log_loss(yb, p)))
    logit = LogisticRegression(C=0.5, max_iter=500)
    logit.fit(za, ya)
    q = logit.predict_proba(zb)
    print("logistic: accuracy %.4f, log loss %.4f" % (accuracy_score(yb, logit.predict(zb)), log_loss(yb, q)))
    mixed = 0.5 * p + 0.5 * q
    print(
        "mixed: accuracy %.4f, log loss %.4f"
        % (accuracy_score(yb, mixed.argmax(axis=1)), log_loss(yb, mixed))
    )
    print("largest coefficient:", np.abs(logit.coef_).max().round(4))


if __name__ == "__main__":
    main()
