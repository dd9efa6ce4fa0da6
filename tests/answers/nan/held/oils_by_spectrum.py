"""Tell olive oils from their spectra by the likelihood under a normal distribution for each variety.

Symptom: all oils have nan chances for all varieties and are called the first one.
Culprit: the determinant of a covariance of 160 channels with a spread of 0.01 underflows to 0, and its log is -inf.
Report: joshspeagle/dynesty#91 (a determinant underflows in many dimensions)
"""

import numpy as np

VARIETIES = ["arbequina", "koroneiki", "picual"]
CHANNELS = 160


def spectra(number, rng):
    wave = np.linspace(0.0, 1.0, CHANNELS)
    labels = np.repeat(np.arange(3), number)
    centre = np.array([0.42, 0.45, 0.47])[labels] + rng.normal(0, 0.004, labels.size)
    height = 0.5 + 0.05 * labels + rng.normal(0, 0.02, labels.size)
    peak = height[:, None] * np.exp(-(((wave - centre[:, None]) / 0.08) ** 2))
    base = 0.2 + 0.1 * wave + rng.normal(0, 0.01, (labels.size, 1))
    return peak + base + rng.normal(0, 0.01, peak.shape), labels


def shrunk(covariance, amount=0.1):
    """Pull the covariance to its diagonal: there are fewer oils than channels."""
    return (1 - amount) * covariance + amount * np.diag(np.diag(covariance))


class Variety:
    def __init__(self, samples):
        self.mean = samples.mean(axis=0)
        self.covariance = shrunk(np.cov(samples, rowvar=False))

    def log_density(self, samples):
        offset = samples - self.mean
        distance = np.einsum("ij,ij->i", offset, np.linalg.solve(self.covariance, offset.T).T)
        volume = np.log(np.linalg.det(self.covariance))  # culprit
        return -0.5 * (distance + volume + CHANNELS * np.log(2 * np.pi))


def chances(varieties, samples):
    logs = np.column_stack([variety.log_density(samples) for variety in varieties])
    logs -= logs.max(axis=1, keepdims=True)
    weights = np.exp(logs)
    return weights / weights.sum(axis=1, keepdims=True)


def main():
    np.seterr(divide="ignore", invalid="ignore")
    rng = np.random.default_rng(6)
    known, labels = spectra(70, rng)
    new, truth = spectra(15, rng)
    varieties = [Variety(known[labels == label]) for label in range(3)]
    chance = chances(varieties, new)
    called = chance.argmax(axis=1)
    print(f"right {np.mean(called == truth):.4f}")
    for label, name in enumerate(VARIETIES):
        print(
            f"{name:10s} called {np.sum(called == label):2d} times, mean chance {chance[:, label].mean():.4f}"
        )


if __name__ == "__main__":
    main()
