"""Divide customers into eight segments and price each segment's basket.

Symptom: The inertia is higher and two segments have merged since the upgrade; the seed is the same.
Culprit: `n_init='auto'` runs k-means++ once; the old default kept the best of 10 starts.
Report: scikit-learn/scikit-learn#24928
"""

import numpy as np
import pandas as pd
from sklearn.cluster import KMeans


def customers():
    rng = np.random.default_rng(88)
    centres = rng.uniform(0, 30, (8, 2))
    points = np.concatenate([c + rng.normal(0, 1.1, (40, 2)) for c in centres])
    return pd.DataFrame(points, columns=["visits", "basket"])


def segment(table, seed):
    model = KMeans(n_clusters=8, n_init="auto", random_state=seed)  # culprit
    return model.fit(table[["visits", "basket"]])


def main():
    table = customers()
    model = segment(table, seed=5)
    table["segment"] = model.labels_
    sizes = table["segment"].value_counts().sort_values()
    print(f"inertia {model.inertia_:.4f}")
    print("sizes:", sizes.tolist())
    print(table.groupby("segment")["basket"].mean().sort_values().round(4).tolist())


main()
