"""Organic carbon of soil from three bands of a field spectrometer.

Fits nearest neighbours on the samples of the first fields, tests on the last ones,
and prints the error and the mean content.

Culprit: see after.py.
"""

import numpy as np
from sklearn.neighbors import KNeighborsRegressor
from sklearn.preprocessing import StandardScaler


def samples(n=90, seed=19):
    rng = np.random.default_rng(seed)
    moisture = np.linspace(8, 34, n) + rng.normal(0, 2, n)
    clay = rng.uniform(5, 45, n)
    carbon = 0.6 + 0.05 * clay + 0.03 * moisture + rng.normal(0, 0.15, n)
    bands = np.column_stack(
        [
            1000 - 9 * moisture - 45 * carbon,
            0.5 + 0.004 * clay + 0.06 * carbon,
            40 - 0.7 * moisture + rng.normal(0, 0.5, n),
        ]
    )
    return bands, carbon


bands, carbon = samples()
train, test = slice(0, 60), slice(60, 90)
scaler = StandardScaler().fit(bands[train])
model = KNeighborsRegressor(4, weights="distance")
model.fit(scaler.transform(bands[train]), carbon[train])
found = model.predict(scaler.transform(bands[test]))
rmse = np.sqrt(np.mean((found - carbon[test]) ** 2))
print(f"samples {carbon[test].size}, rmse {rmse:.5f} % C")
print(f"mean predicted {found.mean():.5f}, measured {carbon[test].mean():.5f}")
