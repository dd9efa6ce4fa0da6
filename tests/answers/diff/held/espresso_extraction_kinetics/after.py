"""Two-pool kinetics of espresso extraction: solves the rate equations, fits them to
refractometer readings and prints the recommended shot time.
Symptom: none, 19 % yield after 28.15 s before and after.
Culprit: none: equal
Report: none
"""

import numpy as np
from scipy.optimize import least_squares

SOLUBLE = 26.0  # % of the dose
TARGET = 19.0
TIMES = np.array([0, 4, 8, 12, 16, 20, 25, 30, 36, 44.0])


def extraction_yield(t, fast_rate, slow_rate, fast_share):
    """Closed solution of the two independent first-order pools."""
    left = fast_share * np.exp(-fast_rate * t) + (1 - fast_share) * np.exp(-slow_rate * t)
    return SOLUBLE * (1 - left)


def refractometer(seed=6):
    noise = np.random.default_rng(seed).normal(0, 0.12, TIMES.size)
    return extraction_yield(TIMES, 0.21, 0.018, 0.55) + noise


def fit(readings):
    def residuals(p):
        return extraction_yield(TIMES, *p) - readings

    result = least_squares(residuals, x0=[0.15, 0.03, 0.5], xtol=1e-14, ftol=1e-14, gtol=1e-14)
    return result.x, np.sqrt(np.mean(result.fun**2))


def main():
    best, rms = fit(refractometer())
    print("fast rate {:.4f} 1/s, slow rate {:.4f} 1/s, fast share {:.4f}".format(*best))
    print(f"rms of the residuals {rms:.4f} %")

    grid = np.arange(0, 60.01, 0.05)
    curve = extraction_yield(grid, *best)
    reached = np.argmax(curve >= TARGET)
    print(f"19 % yield reached after {grid[reached]:.2f} s")
    print(f"yield at 25 s: {curve[500]:.3f} %, at 40 s: {curve[800]:.3f} %")


if __name__ == "__main__":
    main()
