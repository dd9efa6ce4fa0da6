"""Maps where a valley receives its radio masts, in decibels.

Symptom: none
Culprit: none
Tempts: nan could accuse log10 of no power behind the ridge (-inf); maximum and the receiver's floor remove it
Report: none
"""

import numpy as np

FLOOR = -110.0


def ridge(x):
    """Height of the ground in metres."""
    return 300.0 + 180.0 * np.exp(-(((x - 6.0) / 0.8) ** 2)) + 120.0 * np.exp(-(((x - 14.0) / 1.1) ** 2))


def visible(mast, height, x, steps=80):
    """Whether a straight line from the mast's top clears the ground."""
    part = np.linspace(0.0, 1.0, steps)[1:-1]
    along = mast + np.outer(x - mast, part)
    top = ridge(mast) + height
    line = top + np.outer(ridge(x) + 2.0 - top, part)
    return (line > ridge(along)).all(axis=1)


def power(mast, height, watts, x):
    """Received milliwatts: nothing where the mast is hidden."""
    distance = np.maximum(np.abs(x - mast), 0.05)
    return np.where(visible(mast, height, x), watts * 1e-4 / distance**2, 0.0)


def decibels(milliwatts):
    with np.errstate(divide="ignore"):
        return 10.0 * np.log10(milliwatts)


x = np.linspace(0.0, 20.0, 401)
masts = [(1.5, 30.0, 40.0), (9.8, 45.0, 25.0), (18.0, 25.0, 60.0)]
levels = np.stack([decibels(power(mast, height, watts, x)) for mast, height, watts in masts])
best = np.maximum(levels.max(axis=0), FLOOR)
print("hidden from each", np.isneginf(levels).sum(axis=1).tolist())
print("without any", int((best == FLOOR).sum()))
print("mean level", round(float(best.mean()), 3))
