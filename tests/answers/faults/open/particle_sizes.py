"""Fits a lognormal distribution to particle diameters and gives the coarse share.

Symptom: 0.02 % of the particles seem coarser than 10 um, and the fitted median is 2.51 um although the sample median is 4.55 um.
Culprit: the log mean 1.513 is given as loc, which shifts the distribution by 1.513 um, and not as scale=exp(1.513)=4.54; right is 9.54 %.
Report: scipy/scipy#9908
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
    return stats.lognorm(log_spread, log_mean)  # culprit


def settling_velocity(diameter_microns, density=2600.0, viscosity=1.8e-5):
    diameter = diameter_microns * 1e-6
    return density * 9.81 * diameter**2 / (18.0 * viscosity)


def main():
    diameters = sample_diameters()
    log_mean, log_spread = estimate(diameters)
    print(f"{diameters.size} particles, median {np.median(diameters):.2f} um")
    print(f"log mean {log_mean:.3f}, log spread {log_spread:.3f}")

    model = size_distribution(log_mean, log_spread)
    coarse = model.sf(LIMIT_MICRONS)
    quartiles = model.ppf([0.25, 0.5, 0.75])
    print(f"share coarser than {LIMIT_MICRONS:.0f} um: {coarse:.2%}")
    print("quartiles: " + ", ".join(f"{value:.2f}" for value in quartiles) + " um")
    print(f"mean diameter: {model.mean():.2f} um")
    speed = settling_velocity(quartiles[1])
    print(f"settling of the median particle: {speed * 1000:.2f} mm/s")


if __name__ == "__main__":
    main()
