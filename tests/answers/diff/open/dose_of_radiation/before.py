"""Add up the dose of a patient over all beams, with weights by organ."""

import numpy as np

WEIGHTS = {"lung": 0.12, "liver": 0.04, "skin": 0.01}


def beams():
    rng = np.random.default_rng(16)
    return {organ: rng.gamma(2, 1.5, (3, 20)) for organ in WEIGHTS}


doses = beams()
total = 0.0
for organ, weight in WEIGHTS.items():
    attenuated = doses[organ] * np.exp(-0.3 * np.arange(20))
    total = total + weight * attenuated.sum(axis=1)
print("dose by beam:", total.round(6))
print("whole dose:", round(float(total.sum()), 6))
