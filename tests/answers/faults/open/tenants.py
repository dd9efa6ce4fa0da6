"""Put tenants into three groups by income and age.

Symptom: The groups are those of the income alone.
Culprit: Income is in cents, and age in years; nothing scales them.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.cluster import KMeans

rng = np.random.default_rng(18)
group = rng.integers(0, 3, 240)
age = np.array([24, 44, 71])[group] + rng.normal(0, 4, 240)
tenants = pd.DataFrame(
    {"income": rng.uniform(150_000, 420_000, 240), "age": age, "children": rng.integers(0, 4, 240)}
)
found = KMeans(n_clusters=3, n_init=5, random_state=2).fit_predict(tenants)  # culprit
print(pd.crosstab(group, found).to_string())
