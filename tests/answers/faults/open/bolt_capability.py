"""Works out how capable a machine is of making bolts within their tolerance, from small samples.

Symptom: Cp and Cpk print about 12 % too high (Cp 1.24 where the spreadsheet's STDEV gives 1.11)
Culprit: np.std divides by n = 5 by default, not by n - 1 = 4, so the spread within each sample comes out at sqrt(4/5) = 0.89 of its value
Report: https://codewithsundeep.com/discussion/solution/34133939
"""

import numpy as np

LOWER_MM = 9.980
UPPER_MM = 10.020


def measure_samples(samples, size, seed):
    """Diameters in mm, one row a sample taken every half hour."""
    rng = np.random.default_rng(seed)
    drift = 0.0008 * np.sin(np.linspace(0, 4, samples))[:, None]
    return 10.0012 + drift + rng.normal(0, 0.0055, (samples, size))


def spread_within(diameters):
    """Standard deviation within the samples, pooled over all of them."""
    deviations = np.std(diameters, axis=1)  # culprit
    return np.sqrt(np.mean(deviations**2))


def capability(diameters):
    """Cp and Cpk of the machine."""
    sigma = spread_within(diameters)
    centre = diameters.mean()
    cp = (UPPER_MM - LOWER_MM) / (6 * sigma)
    cpk = min(UPPER_MM - centre, centre - LOWER_MM) / (3 * sigma)
    return cp, cpk, sigma


def control_limits(diameters, sigma):
    """Limits for the mean of a sample."""
    half = 3 * sigma / np.sqrt(diameters.shape[1])
    centre = diameters.mean()
    return centre - half, centre + half


def main():
    diameters = measure_samples(samples=40, size=5, seed=17)
    cp, cpk, sigma = capability(diameters)
    low, high = control_limits(diameters, sigma)
    means = diameters.mean(axis=1)
    outside = int(((means < low) | (means > high)).sum())
    print(f"{diameters.size} bolts, mean {diameters.mean():.4f} mm")
    print(f"spread within samples: {1000 * sigma:.2f} micrometres")
    print(f"Cp {cp:.3f}, Cpk {cpk:.3f}")
    print(f"control limits {low:.4f} to {high:.4f} mm, {outside} samples outside")


if __name__ == "__main__":
    main()
