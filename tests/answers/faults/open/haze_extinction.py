"""Extinction coefficient of a haze layer from a particle size distribution.

Symptom: The number is wrong.
Culprit: Trapezoid without the x values, so unit spacing (visibility 983 instead of 53.8 km).
Report: bsumlin/PyMieScatt#5
"""

import numpy as np
from scipy.integrate import trapezoid

DIAMETER_NM = np.logspace(np.log10(30), np.log10(2500), 90)


def number_distribution(d, modes):
    total = np.zeros_like(d)
    for n, median, gsd in modes:
        ls = np.log(gsd)
        total += n / (np.sqrt(2 * np.pi) * d * ls) * np.exp(-0.5 * (np.log(d / median) / ls) ** 2)
    return total


def efficiency(d, wavelength=532.0, index=1.5):
    rho = 2 * np.pi * d / wavelength * (index - 1)
    rho = np.maximum(rho, 1e-9)
    return 2 - 4 / rho * np.sin(rho) + 4 / rho**2 * (1 - np.cos(rho))


def extinction(d, ndp):
    area_um2 = np.pi / 4 * (d * 1e-3) ** 2
    integrand = efficiency(d) * area_um2 * ndp
    return trapezoid(integrand)  # culprit


def visibility_km(ext_mm):
    return 3.912 / ext_mm * 1000


def main():
    ndp = number_distribution(DIAMETER_NM, [(3200, 90, 1.7), (180, 320, 1.6)])
    print(f"bins {DIAMETER_NM.size}, peak at {DIAMETER_NM[ndp.argmax()]:.0f} nm")
    # 1 um^2 / cm^3 is 1 Mm^-1
    ext = extinction(DIAMETER_NM, ndp)
    print(f"extinction {ext:.2f} Mm^-1")
    print(f"visibility {visibility_km(ext):.1f} km")


if __name__ == "__main__":
    main()
