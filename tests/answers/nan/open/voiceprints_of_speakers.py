"""Tell which of three speakers said a sentence, by Gaussian models of their voices.

Symptom: each speaker's log-likelihood is inf, the margin between the best two is nan.
Culprit: the determinant of a covariance of 160 bands of variance 0.005 is 0 in float64, and its logarithm -inf.
Report: tky823/ssspy#77
"""

import numpy as np

BANDS = 160


def recordings(number, seed):
    """Return frames of one speaker, shape (number, BANDS), in units of full scale."""
    rng = np.random.default_rng(seed)
    timbre = rng.uniform(0.0, 0.5, BANDS)
    colour = 0.07 * (np.eye(BANDS) + 0.3 * np.eye(BANDS, k=1) + 0.1 * rng.normal(size=(BANDS, BANDS)) / BANDS)
    return timbre + rng.normal(size=(number, BANDS)) @ colour


class Voice:
    """One Gaussian over the bands, with a bit of ridge on the covariance."""

    def __init__(self, name, frames):
        self.name = name
        self.mean = frames.mean(axis=0)
        covariance = np.cov(frames, rowvar=False) + 1e-5 * np.eye(BANDS)
        self.precision = np.linalg.inv(covariance)
        self.log_volume = np.log(np.linalg.det(covariance))  # culprit

    def log_likelihood(self, frames):
        away = frames - self.mean
        distance = np.einsum("ib,bc,ic->i", away, self.precision, away)
        return float(np.mean(-0.5 * (distance + self.log_volume + BANDS * np.log(2 * np.pi))))


def margin(scores):
    second, best = sorted(scores.values())[-2:]
    return best - second


voices = [Voice(name, recordings(900, seed)) for seed, name in enumerate(["Ada", "Ben", "Cleo"], start=70)]
sentence = recordings(950, 71)[900:]
scores = {voice.name: voice.log_likelihood(sentence) for voice in voices}
for name, score in scores.items():
    print(f"{name:5s} {score:10.2f}")
print(f"{max(scores, key=scores.get)} spoke, by a margin of {margin(scores):.2f}")
