"""Shift-corrected difference of two absorption spectra around an iron edge.

Symptom: The program prints NaN or inf.
Culprit: Interp1d fills NaN outside the shifted energy range.
Report: xraypy/xraylarch#67
"""

import numpy as np
from scipy.interpolate import interp1d

EDGE = 7112.0


def scan(seed, offset=0.0, n=220):
    rng = np.random.default_rng(seed)
    energy = np.linspace(7000, 7300, n) + offset
    x = energy - EDGE
    mu = 0.5 + np.arctan(x / 1.8) / np.pi + 0.06 * np.exp(-(((x - 14) / 9) ** 2))
    return energy, mu + 0.002 * rng.normal(size=n)


def normalise(energy, mu):
    pre = mu[energy < EDGE - 40].mean()
    post = mu[energy > EDGE + 80].mean()
    return (mu - pre) / (post - pre)


def align(energy, mu, grid):
    f = interp1d(energy, mu, kind="linear", bounds_error=False)  # culprit
    return f(grid)


def difference(sample, reference):
    grid = reference[0]
    a = normalise(*reference)
    b = align(sample[0], normalise(*sample), grid)
    return grid, b - a


def main():
    reference = scan(1)
    sample = scan(2, offset=0.35)
    grid, diff = difference(sample, reference)
    print(f"points {grid.size}, from {grid[0]:.1f} to {grid[-1]:.1f} eV")
    print(f"first sample energy {sample[0][0]:.2f} eV")
    rms = np.sqrt((diff**2).mean())
    print(f"rms difference {rms:.5f}")


if __name__ == "__main__":
    main()
