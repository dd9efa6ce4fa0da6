"""Combine the load cases of a bridge and report the worst bending of each beam.

Symptom: after the loops were replaced by functions and one array, every beam bends a little less.
Culprit: the safety factor of the wind is left out of its share: 0.6 in place of 0.6 * 1.5.
Report: none
"""

import numpy as np

SAFETY_DEAD, SAFETY_LIVE, SAFETY_WIND = 1.35, 1.5, 1.5


def loads(beams=12):
    rng = np.random.default_rng(31)
    dead = rng.uniform(20, 40, beams)
    live = rng.uniform(5, 15, (4, beams))
    wind = rng.normal(0, 3, (2, beams))
    return dead, live, wind


def permanent(dead):
    return SAFETY_DEAD * dead


def changing(live, wind):
    traffic = SAFETY_LIVE * live
    gusts = 0.6 * wind  # culprit
    return traffic[:, None, :] + gusts[None, :, :]


def worst(dead, live, wind):
    return (permanent(dead) + changing(live, wind)).max(axis=(0, 1))


dead, live, wind = loads()
bending = worst(dead, live, wind)
print("bending:", bending.round(2))
print("worst beam:", int(bending.argmax()), "sum:", round(float(bending.sum()), 3))
