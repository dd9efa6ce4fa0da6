"""Shannon diversity of fish communities at reef stations.

Symptom: The program prints NaN or inf.
Culprit: P*log(p) for absent species, 0*log(0).
Report: adw96/breakaway#43
"""

import numpy as np
import pandas as pd

SPECIES = ["wrasse", "goby", "damsel", "parrot", "grouper", "moray"]


def survey(seed=15, stations=8):
    rng = np.random.default_rng(seed)
    expected = np.array([40, 25, 18, 9, 3, 1.2])
    counts = rng.poisson(expected * rng.uniform(0.4, 1.6, (stations, len(SPECIES))))
    index = [f"reef_{i}" for i in range(1, stations + 1)]
    return pd.DataFrame(counts, index=index, columns=SPECIES)


def proportions(counts):
    return counts.to_numpy() / counts.sum(axis=1).to_numpy()[:, None]


def shannon(p):
    return -(p * np.log(p)).sum(axis=1)  # culprit


def evenness(h, counts):
    richness = (counts > 0).sum(axis=1).to_numpy()
    return h / np.log(richness)


def main():
    counts = survey()
    p = proportions(counts)
    h = shannon(p)
    table = counts.assign(H=h, J=evenness(h, counts))
    print(table.round(2).to_string())
    print(f"mean diversity of the reef: {h.mean():.3f}")


main()
