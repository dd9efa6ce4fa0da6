"""Computes the probability that the load of a beam is above its strength."""

import numpy as np
from scipy import stats


def load_model():
    """Stress in a beam in Pa."""
    return stats.lognorm(0.17, scale=1.85e8)


def strength_model():
    return stats.norm(2.6e8, 2.2e7)


def failure_probability(load, strength):
    grid = np.linspace(0.0, 6.0e8, 60001)
    values = load.pdf(grid) * strength.cdf(grid)
    step = grid[1] - grid[0]
    return step * (values.sum() - 0.5 * (values[0] + values[-1]))


def safety_factor(load, strength):
    return strength.mean() / load.mean()


if __name__ == "__main__":
    load = load_model()
    strength = strength_model()
    p = failure_probability(load, strength)
    print("mean load: %.1f MPa" % (load.mean() / 1e6))
    print("safety factor: %.2f" % safety_factor(load, strength))
    print("failure probability: %.3e" % p)
    print("failures in 10000 beams: %.1f" % (1e4 * p))
