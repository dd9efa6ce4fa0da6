"""Groups of customers of a bakery by when and how much they buy.

Finds four groups with k-means and prints the mean spending of each, and how far the groups lie apart.

Symptom: the mean of the last group is NaN, and so is the distance.
Culprit: the groups are counted from 1 to 4, but the labels of k-means are 0 to 3: group 4 has no members.
Report: none
"""

import warnings

import numpy as np
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(30)
GROUPS = 4


def customers(count):
    kind = rng.integers(0, GROUPS, count)
    hour = np.array([7.0, 10.0, 13.0, 17.0])[kind] + rng.normal(0, 0.5, count)
    spent = np.array([4.0, 12.0, 7.0, 18.0])[kind] * np.exp(rng.normal(0, 0.15, count))
    return np.column_stack([hour, spent])


def groups(visits):
    scaled = StandardScaler().fit_transform(visits)
    return KMeans(GROUPS, n_init=4, random_state=0).fit_predict(scaled)


def spending(visits, label):
    means = []
    for group in range(1, GROUPS + 1):  # culprit
        members = visits[label == group]
        means.append(members[:, 1].mean())
    return np.array(means)


warnings.simplefilter("ignore")
visits = customers(160)
means = spending(visits, groups(visits))
for group, mean in enumerate(means, 1):
    print(f"group {group}: {mean:6.2f} a visit")
print(f"apart {means.max() - means.min():.2f}")
