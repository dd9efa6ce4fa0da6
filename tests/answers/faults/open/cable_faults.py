"""Yearly rate of faults in a new cable type, by a Metropolis chain.

Symptom: The number is wrong.
Culprit: Metropolis: rejected steps not recorded.
Report: AdamCobb/hamiltorch#5
"""

import numpy as np

FAULTS = np.array([0, 1, 0, 0, 2])  # in five years
LENGTH = np.array([10.0, 14.0, 15.0, 18.0, 18.0])  # kilometres laid


def log_posterior(rate):
    """Faults are Poisson, the prior is exponential with mean 0.1 a kilometre."""
    if rate <= 0:
        return -np.inf
    return np.sum(FAULTS * np.log(rate * LENGTH) - rate * LENGTH) - rate / 0.1


def chain(rng, length=40_000, step=0.08):
    rate = 0.05
    current = log_posterior(rate)
    samples = []
    for _ in range(length):
        proposal = rate + step * rng.normal()
        new = log_posterior(proposal)
        if np.log(rng.random()) < new - current:
            rate, current = proposal, new
            samples.append(rate)  # culprit
    return np.array(samples[len(samples) // 10 :])


def main():
    samples = chain(np.random.default_rng(11))
    low, high = np.quantile(samples, [0.05, 0.95])
    print(f"mean rate: {samples.mean():.4f} a kilometre and year")
    print(f"ninety percent between {low:.4f} and {high:.4f}")
    print(f"chance of a rate over 0.08: {np.mean(samples > 0.08):.3f}")


if __name__ == "__main__":
    main()
