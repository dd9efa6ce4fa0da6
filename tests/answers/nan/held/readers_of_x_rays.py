"""Compare what two readers see in X-rays of five clinics, beyond what they agree on by chance.

Symptom: the agreement in one clinic is nan, and so is the mean of the clinics.
Culprit: in the village both readers call every X-ray healthy: what they agree on by chance is 1, and 0 / 0 is nan.
Report: scikit-learn/scikit-learn#9624 (kappa of raters who use a single label)
"""

import warnings

import numpy as np
from sklearn.metrics import cohen_kappa_score

warnings.simplefilter("ignore")

CLINICS = {"city": 0.30, "coast": 0.22, "valley": 0.15, "hills": 0.25, "village": 0.0}


class Reader:
    """A reader who overlooks some findings."""

    def __init__(self, misses, seed):
        self.misses = misses
        self.rng = np.random.default_rng(seed)

    def read(self, ill):
        seen = ill & (self.rng.random(ill.size) > self.misses)
        return np.where(seen, "finding", "healthy")


def agreement(first, second, seed):
    rng = np.random.default_rng(seed)
    kappas = {}
    for clinic, share in CLINICS.items():
        ill = rng.random(80) < share
        kappas[clinic] = cohen_kappa_score(first.read(ill), second.read(ill))  # culprit
    return kappas


kappas = agreement(Reader(0.10, seed=1), Reader(0.15, seed=2), seed=9)
for clinic, kappa in kappas.items():
    print(f"{clinic:<8}{kappa:6.3f}")
print(f"mean {np.mean(list(kappas.values())):.3f}")
