"""Add up the dose of a patient over all beams, with weights by organ.

Symptom: the dose of every beam is higher since the organs are one array.
Culprit: the attenuation is taken over beams and not over depth: [:, None] broadcasts it along the wrong axis.
Report: none
"""

import numpy as np

WEIGHTS = {"lung": 0.12, "liver": 0.04, "skin": 0.01}


def beams():
    rng = np.random.default_rng(16)
    return {organ: rng.gamma(2, 1.5, (3, 20)) for organ in WEIGHTS}


def attenuation(depths):
    return np.exp(-0.3 * np.arange(depths))


def dose(doses, weights):
    layers = doses * attenuation(3)[:, None]  # culprit
    return np.einsum("o,obd->b", weights, layers)


doses = np.stack(list(beams().values()))
total = dose(doses, np.array(list(WEIGHTS.values())))
print("dose by beam:", total.round(6))
print("whole dose:", round(float(total.sum()), 6))
