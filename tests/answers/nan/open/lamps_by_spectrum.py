"""Which lamp a spectrum is of, by its likeness to known lamps.

Turns squared distances into probabilities with the usual exponential, and prints the most likely lamp with its
probability, and the entropy of all decisions.

Symptom: for spectra far from all lamps the probability is NaN, and so is the entropy.
Culprit: the largest score of the whole table is subtracted before the exponential, not the largest of each row; in
rows whose scores are more than 745 below it every exponential is 0, and 0 is divided by 0.
Report: manassharma07/crysx_nn#7
"""

import numpy as np

LAMPS = ("sodium", "mercury", "neon", "halogen")
rng = np.random.default_rng(5)


def known_lamps(bands):
    return rng.uniform(0, 10, (len(LAMPS), bands))


def observed(lamps, count):
    which = rng.integers(0, len(lamps), count)
    noise = rng.exponential(1.0, (count, 1)) ** 2
    return which, lamps[which] + noise * rng.normal(0, 1.5, (count, lamps.shape[1]))


def scores(spectra, lamps):
    return -((spectra[:, None, :] - lamps[None, :, :]) ** 2).sum(axis=2)


def likely(score):
    shifted = score - score.max()  # culprit
    weight = np.exp(shifted)
    return weight / weight.sum(axis=1, keepdims=True)


lamps = known_lamps(24)
which, spectra = observed(lamps, 60)
probability = likely(scores(spectra, lamps))
chosen = probability.argmax(axis=1)
print(f"right: {np.mean(chosen == which):.2f}")
sure = probability.max(axis=1)
print(f"least sure of any: {sure.min():.3f}")
print(f"mean certainty {sure.mean():.3f}")
