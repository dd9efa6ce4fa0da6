"""Average a long record of sea and air temperature, kept in single precision."""

import numpy as np


def read_record(samples):
    rng = np.random.default_rng(42)
    sea = rng.normal(290.0, 0.8, samples)
    air = rng.normal(287.0, 3.5, samples)
    return np.column_stack([sea, air]).astype(np.float32)


def summarise(record):
    means = record.mean(axis=0, dtype=np.float64)
    spread = (record[::1000] - means).std(axis=0)
    return means, spread


record = read_record(1_500_000)
means, spread = summarise(record)
for name, mean, width in zip(("sea", "air"), means, spread, strict=True):
    print(f"{name}: mean {mean:9.4f} K, spread {width:.3f} K")
print(f"difference sea - air: {means[0] - means[1]:.4f} K")
