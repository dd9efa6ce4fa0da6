"""Strength of the absorption lines of a star, relative to the continuum around them.

Prints the strength of each line.

Symptom: all strengths are NaN.
Culprit: the reference is the very array of the spectrum and no copy; what is taken off the spectrum is taken off the
reference, too, and 0 is divided by 0.
Report: none
"""

import numpy as np

LINES = {"H alpha": 65, "Na D": 30, "H beta": 12}
rng = np.random.default_rng(23)


def observed(pixels):
    spectrum = 1000.0 + rng.normal(0, 4, pixels)
    for place in LINES.values():
        spectrum[place - 1 : place + 2] -= np.array([90.0, 260.0, 90.0])
    return spectrum


def without_continuum(spectrum):
    spectrum -= spectrum
    return spectrum


def strengths(spectrum):
    reference = spectrum  # culprit
    rest = without_continuum(spectrum)
    return {name: rest[place] / reference[place] for name, place in LINES.items()}


with np.errstate(all="ignore"):
    found = strengths(observed(90))
for name, strength in found.items():
    print(f"{name:8s} {strength:7.4f}")
print(f"mean {np.mean(list(found.values())):.4f}")
