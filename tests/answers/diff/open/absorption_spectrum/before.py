"""Integrate an absorption band of a dye over photon energies from 2.4 eV to 4.8 eV."""

import argparse

import numpy as np


def absorption(energy):
    main_band = 0.9 * np.exp(-(((energy - 3.1) / 0.22) ** 2))
    shoulder = 0.35 * np.exp(-(((energy - 4.9) / 0.5) ** 2))
    return main_band + shoulder


def area(step):
    energies = np.linspace(2.4, 4.8, round(2.4 / step) + 1)
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
