"""Scatter of bolt lengths in small batches, and how many batches fail.

Symptom: The last number is another one.
Culprit: Std with ddof 0 instead of 1.
Report: pytorch/pytorch#1082
"""

import numpy as np

NOMINAL, TOLERANCE = 50.0, 0.25
BATCHES, PER_BATCH, LIMIT = 60, 4, 0.06


def measure(seed=7):
    rng = np.random.default_rng(seed)
    return rng.normal(50, 0.06, BATCHES * PER_BATCH).reshape(BATCHES, PER_BATCH)


def batch_scatter(lengths):
    return np.std(lengths, axis=1)  # culprit


lengths = measure()
outside = np.abs(lengths - NOMINAL) > TOLERANCE
print("bolts:", lengths.size, " outside the tolerance:", int(outside.sum()))

centre = lengths.mean(axis=1)
print("longest batch:", centre.argmax(), round(centre.max(), 4))

scatter = batch_scatter(lengths)
failed = scatter > LIMIT
print("worst batches:", np.argsort(scatter)[::-1][:3].tolist())
print("capability:", round(TOLERANCE / (3 * scatter.mean()), 3))
print("failed batches:", int(failed.sum()))
print("mean scatter (mm):", scatter.mean())
