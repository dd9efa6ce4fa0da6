"""Compare whistles of marmots by the spectra that microphones recorded.

Symptom: distances between whistles are others, so are the groups
Culprit: zscore without an axis standardises each frequency over the whistles, and not each whistle
Report: none
"""

import numpy as np
from scipy import signal, stats
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

RATE = 8000
PITCHES = [1100.0, 1500.0, 2300.0]


def whistles(count, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(1024) / RATE
    pitch = rng.choice(PITCHES, count) + rng.normal(0, 30, count)
    loud = rng.uniform(0.5, 4.0, count)
    waves = np.sin(2 * np.pi * pitch[:, None] * time) * loud[:, None]
    return waves + rng.normal(0, 0.3, waves.shape)


def spectra(waves):
    frequency, power = signal.welch(waves, fs=RATE, nperseg=256)
    peak = frequency[power.argmax(axis=-1)]
    return stats.zscore(np.log10(power)), peak  # culprit


def grouped(distances, count):
    tree = linkage(distances, method="average")
    return fcluster(tree, count, criterion="maxclust")


shape, peak = spectra(whistles(30, seed=17))
distances = pdist(shape)
groups = grouped(distances, len(PITCHES))
print("sizes", np.sort(np.bincount(groups)[1:]))
print(f"mean distance {distances.mean():.5f}, largest {distances.max():.5f}")
print(f"mean peak {peak.mean():.3f} Hz")
print(f"flattest {stats.kurtosis(shape, axis=1).min():.5f}")
