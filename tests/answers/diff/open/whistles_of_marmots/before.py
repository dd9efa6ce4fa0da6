"""Compare whistles of marmots by the spectra that microphones recorded.

Culprit: see after.py
"""

import numpy as np
from scipy import signal, stats
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

RATE = 8000


def whistles(count, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(1024) / RATE
    pitch = rng.choice([1100.0, 1500.0, 2300.0], count) + rng.normal(0, 30, count)
    loud = rng.uniform(0.5, 4.0, count)
    waves = np.sin(2 * np.pi * pitch[:, None] * time) * loud[:, None]
    return waves + rng.normal(0, 0.3, waves.shape)


waves = whistles(30, seed=17)
frequency, power = signal.welch(waves, RATE, nperseg=256, axis=1)
level = np.log10(power)
shape = stats.zscore(level, axis=1)
distances = pdist(shape, "euclidean")
groups = fcluster(linkage(distances, "average"), 3, criterion="maxclust")
peak = frequency[power.argmax(axis=1)]
print("sizes", np.sort(np.bincount(groups)[1:]))
print(f"mean distance {distances.mean():.5f}, largest {distances.max():.5f}")
print(f"mean peak {peak.mean():.3f} Hz")
print(f"flattest {stats.kurtosis(shape, axis=1).min():.5f}")
