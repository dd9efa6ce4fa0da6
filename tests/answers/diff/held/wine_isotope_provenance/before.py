"""Provenance check of wines: classifies the growing region from stable isotopes and trace
elements and scores suspicious bottles.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, log_loss
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

REGIONS = np.array(["coast", "hills", "valley"])


def laboratory(rng):
    y = rng.integers(0, 3, 180)
    d18o = np.array([3.1, 2.2, 1.6])[y] + rng.normal(0, 0.9, y.size)
    d13c = np.array([-26.1, -27.0, -27.4])[y] + rng.normal(0, 0.8, y.size)
    sr = np.array([0.45, 0.78, 0.61])[y] * rng.lognormal(0, 0.35, y.size)
    rb = np.array([1.2, 1.9, 1.4])[y] * rng.lognormal(0, 0.30, y.size)
    noise = rng.normal(size=(y.size, 6))
    return np.column_stack([d18o, d13c, np.log(sr), np.log(rb), noise]), y


rng = np.random.default_rng(1855)
X, y = laboratory(rng)
Xtr, Xte, ytr, yte = train_test_split(X, y, test_size=0.4, stratify=y, random_state=5)

model = make_pipeline(
    StandardScaler(),
    LogisticRegression(C=0.05, max_iter=500),
)
model.fit(Xtr, ytr)
proba = model.predict_proba(Xte)

print(f"accuracy {accuracy_score(yte, model.predict(Xte)):.4f}")
print(f"log loss {log_loss(yte, proba):.4f}")
print(f"mean confidence {proba.max(axis=1).mean():.4f}")
coef = model[-1].coef_
for region, row in zip(REGIONS, coef):
    print(f"{region:7s}", " ".join(f"{v:+.3f}" for v in row[:4]))
print(f"weight on the noise channels {np.abs(coef[:, 4:]).mean():.4f}")
bottles = np.array([[3.0, -26.0, -0.8, 0.2], [1.5, -27.3, -0.45, 0.35], [2.4, -26.7, -0.3, 0.6]])
bottles = np.hstack([bottles, np.zeros((3, 6))])
for i, p in enumerate(model.predict_proba(bottles)):
    print(f"bottle {i + 1}: {REGIONS[p.argmax()]} with {p.max():.3f}")
