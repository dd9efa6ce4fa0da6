"""Finds the shares of three spring waters in a mixed sample from what is dissolved in them.

Symptom: none
Culprit: none
Tempts: bounds of 0 and infinity, and a search that ends at the bound 0 for one spring; that spring gives no water at the time, so the optimum lies there, and the check of the slope confirms it
Report: none
"""

import numpy as np
from scipy.optimize import lsq_linear

# milligrams a litre of calcium, magnesium, sodium, chloride and sulphate
SPRINGS = {
    "upper": [62.0, 8.0, 4.0, 6.0, 12.0],
    "salty": [80.0, 15.0, 160.0, 240.0, 30.0],
    "gypsum": [210.0, 40.0, 12.0, 10.0, 480.0],
}


def mixed_sample(shares, seed):
    """Analysis of a mixture, with the errors of the laboratory."""
    rng = np.random.default_rng(seed)
    pure = np.array(list(SPRINGS.values())).T
    return (pure @ shares) * (1 + rng.normal(0, 0.01, pure.shape[0]))


def unmix(sample):
    """Shares that explain the sample best; none can be negative."""
    pure = np.array(list(SPRINGS.values())).T
    weights = 1 / (0.01 * sample)
    result = lsq_linear(pure * weights[:, None], sample * weights, bounds=(0, np.inf), method="bvls")
    slope = (pure * weights[:, None]).T @ (pure @ result.x * weights - sample * weights)
    return result.x, slope


def report(name, sample):
    shares, slope = unmix(sample)
    print(f"{name}: shares add to {shares.sum():.3f}")
    for spring, share, change in zip(SPRINGS, shares, slope):
        note = "at 0, and more of it would fit worse" if share == 0 and change > 0 else ""
        print(f"  {spring:7s} {share:.3f} {note}".rstrip())
    return shares


def main():
    wet = report("April", mixed_sample(np.array([0.70, 0.10, 0.20]), seed=1))
    dry = report("August", mixed_sample(np.array([0.82, 0.18, 0.00]), seed=7))
    change = 100 * (dry[1] - wet[1])
    print(f"change of the salty spring's share: {change:+.1f} points")


if __name__ == "__main__":
    main()
