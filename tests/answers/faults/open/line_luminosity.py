"""Energy of emission lines of a nebula, integrated over a spectrograph's range.

Symptom: The number is wrong.
Culprit: Quad over a wide range misses narrow lines and returns zero.
Report: scipy/scipy#11571
"""

import numpy as np
from scipy.integrate import quad

LINES = {
    "OIII": (5006.8, 1.6, 3.1),
    "Hbeta": (4861.3, 1.5, 1.0),
    "NII": (6583.4, 1.9, 0.7),
    "SII": (6716.4, 1.9, 0.4),
}
RANGE = (3400.0, 10300.0)


def line_profile(wavelength, centre, width, peak):
    return peak * np.exp(-0.5 * ((wavelength - centre) / width) ** 2)


def energy(centre, width, peak):
    value, _ = quad(line_profile, RANGE[0], RANGE[1], args=(centre, width, peak))  # culprit
    return value


def continuum(wavelength, level=0.002, slope=-0.4):
    return level * (wavelength / 5000.0) ** slope


def continuum_energy():
    value, _ = quad(continuum, *RANGE)
    return value


def main():
    table = {}
    for name, (centre, width, peak) in LINES.items():
        table[name] = energy(centre, width, peak)
    background = continuum_energy()
    for name, value in table.items():
        print(f"{name:6s} {value:8.3f}")
    total = sum(table.values())
    print(f"continuum {background:.3f}")
    print(f"fraction of light in lines: {total / (total + background):.4f}")


if __name__ == "__main__":
    main()
