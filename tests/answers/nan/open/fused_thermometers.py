"""Weight sensors by how closely they follow the reference.

Symptom: all weights are nan.
Culprit: the third sensor is stuck at 21.5; the correlation with a constant is not defined.
Report: scipy/scipy#9406
"""

import warnings

import numpy as np
from scipy.stats import pearsonr

warnings.simplefilter("ignore")
rng = np.random.default_rng(12)
reference = 20 + rng.normal(0, 2, 30)
sensors = [reference + rng.normal(0, 0.3, 30), reference + rng.normal(0, 0.8, 30), np.full(30, 21.5)]
likeness = [pearsonr(reference, sensor)[0] for sensor in sensors]  # culprit
weights = np.array(likeness) / np.sum(likeness)
print("weights:", weights)
print("fused:", float(weights @ [sensor[-1] for sensor in sensors]))
