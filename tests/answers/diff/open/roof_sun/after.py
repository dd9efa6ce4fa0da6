"""Sunlight on a flat roof over a clear day in June.

Symptom: The last number is another one.
Culprit: Sine of degrees.
Report: scikit-learn/scikit-learn#14575
"""

import numpy as np

LATITUDE, DECLINATION = 47.0, 23.0  # degrees
CONSTANT = 1361.0  # W/m2


def elevation(hour):
    turn = np.radians(15 * (hour - 12))
    lat, dec = np.radians([LATITUDE, DECLINATION])
    height = np.sin(lat) * np.sin(dec) + np.cos(lat) * np.cos(dec) * np.cos(turn)
    return np.degrees(np.arcsin(height))


def irradiance(angle):
    height = np.sin(angle).clip(1e-3)  # culprit
    direct = CONSTANT * 0.72 ** (1 / height) * height
    return np.where(angle > 3, direct, 0.0)


def main():
    hours = np.arange(24 * 4) / 4
    total = irradiance(elevation(hours)).sum() * 0.25
    print(f"elevation at noon: {elevation(12):.1f} degrees")
    print(f"energy: {total / 1000:.3f} kWh/m2")


if __name__ == "__main__":
    main()
