"""Fits a lognormal distribution to particle diameters and gives the coarse share.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
from scipy import stats

LIMIT_MICRONS = 10.0


def sample_diameters(count=3000, seed=6):
    generator = np.random.default_rng(seed)
    return generator.lognormal(mean=np.log(4.5), sigma=0.6, size=count)


def estimate(diameters):
    """Mean and standard deviation of the logarithms."""
    logs = np.log(diameters)
    return float(logs.mean()), float(logs.std(ddof=1))


def size_distribution(log_mean, log_spread):
    return stats.lognorm(log_spread, scale=np.exp(log_mean))


def settling_velocity(diameter_microns, density=2600.0, viscosity=1.8e-5):
    diameter = diameter_microns * 1e-6
    return density * 9.81 * diameter**2 / (18.0 * viscosity)


def main():
    diameters = sample_diameters()
    log_mean, log_spread = estimate(diameters)
    print(f"{diameters.size} particles, median {np.median(diameters):.2f} um")
    print(f"log mean {log_mean:.3f}, log spread {log_spread:.3f}")

    model = size_distribution(log_mean, log_spread)
    coarse = 1.0 - model.cdf(LIMIT_MICRONS)
    quarters = model.ppf([0.25, 0.5, 0.75])
    print(f"share coarser than {LIMIT_MICRONS:.0f} um: {coarse:.2%}")
    print("quarters: " + ", ".join(f"{value:.2f}" for value in quarters) + " um")
    print(f"mean diameter: {model.mean():.2f} um")
    falling = settling_velocity(quarters[1])
    print(f"settling of the median particle: {falling * 1000:.2f} mm/s")


if __name__ == "__main__":
    main()
