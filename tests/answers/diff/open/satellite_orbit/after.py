"""Follow a satellite's orbit for one day with the leapfrog method.

Symptom: Names are longer and the acceleration is a function now; all figures are the same.
Culprit: none: equal
Report: none
"""

import numpy as np

EARTH = 398600.4418  # km3/s2


def acceleration(position):
    distance = np.sqrt(position @ position)
    return -EARTH * position / distance**3


def leapfrog(position, velocity, step):
    half = velocity + 0.5 * step * acceleration(position)
    position = position + step * half
    velocity = half + 0.5 * step * acceleration(position)
    return position, velocity


def energy(position, velocity):
    return 0.5 * velocity @ velocity - EARTH / np.sqrt(position @ position)


def main():
    position = np.array([7000.0, 0.0, 0.0])
    velocity = np.array([0.0, 7.2, 2.1])
    start = energy(position, velocity)
    heights = []
    for _ in range(1440):
        position, velocity = leapfrog(position, velocity, 60.0)
        heights.append(np.sqrt(position @ position) - 6371.0)
    print("position after a day:", position)
    print(f"lowest {min(heights):.6f} km, highest {max(heights):.6f} km")
    print(f"energy error {energy(position, velocity) - start:.6e}")


main()
