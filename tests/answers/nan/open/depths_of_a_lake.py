"""Print the mean heat of a lake in layers of one metre.

Symptom: the heat of the layer at 4 m and the heat content of the lake are nan.
Culprit: no sounding falls into the layer from 4 m to 5 m: the mean of nothing is nan.
Report: none
"""

import warnings

import numpy as np

warnings.filterwarnings("ignore", category=RuntimeWarning)


def soundings(seed):
    rng = np.random.default_rng(seed)
    depth = np.concatenate([rng.uniform(0, 4, 40), rng.uniform(5, 8, 30)])
    return depth, 18 - 1.3 * depth + rng.normal(0, 0.2, len(depth))


def layers(depth, heat, edges):
    number = np.digitize(depth, edges) - 1
    means = []
    for layer in range(len(edges) - 1):
        inside = heat[number == layer]  # culprit, too
        means.append(inside.mean())  # culprit
    return np.array(means)


edges = np.arange(0, 9)
means = layers(*soundings(3), edges)
area = np.linspace(900, 300, 8)
print("layers:", means.round(2).tolist())
print("heat content:", np.sum(means * area * 4.18e3))
