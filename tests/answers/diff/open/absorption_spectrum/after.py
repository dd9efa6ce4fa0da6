"""Integrate an absorption band of a dye over photon energies from 2.4 eV to 4.8 eV.

Symptom: The band has 26 points instead of 25, and its area no longer agrees with the tabulated one.
Culprit: `np.arange(2.4, 4.9, 0.1)` includes a point at 4.9 because its length is rounded up in floating point.
Report: numpy/numpy#14906
"""

import argparse

import numpy as np


def absorption(energy):
    main_band = 0.9 * np.exp(-(((energy - 3.1) / 0.22) ** 2))
    shoulder = 0.35 * np.exp(-(((energy - 4.9) / 0.5) ** 2))
    return main_band + shoulder


def area(step):
    energies = np.arange(2.4, 4.9, step)  # culprit
    values = absorption(energies)
    return len(energies), np.trapezoid(values, energies), energies[-1]


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--step", type=float, default=0.1)
    options = parser.parse_args(argv)
    points, total, last = area(options.step)
    print(f"points {points}, last at {last:.2f} eV")
    print(f"area   {total:.6f} eV")


if __name__ == "__main__":
    main([])
