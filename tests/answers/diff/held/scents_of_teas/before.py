"""Estimate how well an electronic nose tells five kinds of tea apart, with folds made by hand."""

import numpy as np
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

KINDS = ["Assam", "Darjeeling", "Keemun", "Oolong", "Sencha"]
SENSORS = 8
PER_KIND = 36

rng = np.random.default_rng(4711)
centres = rng.normal(0.0, 1.0, (len(KINDS), SENSORS))
gains = np.array([1.0, 40.0, 0.2, 7.0, 1.5, 300.0, 0.05, 12.0])

rows = []
labels = []
days = []
for kind in range(len(KINDS)):
    for k in range(PER_KIND):
        day = k % 6
        drift = 0.22 * day
        scent = centres[kind] + rng.normal(0.0, 0.75, SENSORS) + drift
        rows.append(scent * gains)
        labels.append(kind)
        days.append(day)
rows = np.array(rows)
labels = np.array(labels)
days = np.array(days)

correct_of_day = []
confusion = np.zeros((len(KINDS), len(KINDS)), dtype=int)
distances = []
for day in range(6):
    train = days != day
    test = days == day
    scaler = StandardScaler()
    train_rows = scaler.fit_transform(rows[train])
    test_rows = scaler.transform(rows[test])
    nose = KNeighborsClassifier(n_neighbors=5)
    nose.fit(train_rows, labels[train])
    named = nose.predict(test_rows)
    correct_of_day.append(np.mean(named == labels[test]))
    for truth, guess in zip(labels[test], named, strict=True):
        confusion[truth, guess] += 1
    distance, _ = nose.kneighbors(test_rows)
    distances.append(distance.mean())

for day, share in enumerate(correct_of_day):
    print(f"day {day + 1}: {100 * share:6.2f} % correct, mean distance {distances[day]:.4f}")
print(f"all days: {100 * np.mean(correct_of_day):.2f} %")
for kind, row in zip(KINDS, confusion, strict=True):
    print(f"{kind:10s}", row)
worst = np.argmin(np.diag(confusion) / confusion.sum(axis=1))
print("hardest tea:", KINDS[worst])
