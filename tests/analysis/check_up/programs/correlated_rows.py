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


def _sensors():
    rng = np.random.default_rng(4)
    storm = rng.normal(size=(80, 1)).cumsum(axis=0)
    return storm * np.array([-0.9, 1.1, -0.5, 0.8]) + rng.normal(0, 0.9, (80, 4))


def faulty_share_of_the_first_component():
    table = _sensors()
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    values = np.linalg.eigvalsh(np.corrcoef(table))  # fault
    return values[-1] / values.sum()


def faulty_components_of_the_covariance():
    table = _sensors()
    centred = table - np.mean(table, axis=0)
    together = np.cov(centred)  # fault
    values, _ = np.linalg.eigh(together)
    return values[::-1][:2]


def healthy_components_of_few_columns_and_many_rows():
    table = _sensors()
    centred = table - table.mean(axis=0)
    columns = np.linalg.eigvalsh(np.corrcoef(centred, rowvar=False))
    profiles = table - table.mean(axis=1, keepdims=True)
    return columns[-1] + np.corrcoef(centred).max() + np.linalg.eigvalsh(np.cov(profiles))[-1]
