"""Which axis of a table holds the variables that are correlated."""

import numpy as np


def faulty_plants_by_measurement():
    plants = np.random.default_rng(1).normal(size=(60, 4))
    plants[:, 3] = plants[:, 0] * 2
    together = np.corrcoef(plants)  # fault
    return np.abs(together).mean()


def healthy_few_long_signals():
    signals = np.random.default_rng(2).normal(size=(4, 60))
    genes = np.random.default_rng(3).normal(size=(60, 4))
    return np.corrcoef(signals).mean() + np.corrcoef(genes).mean() + np.cov(genes, rowvar=False).mean()
