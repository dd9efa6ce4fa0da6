"""Farthest distance of a drifting buoy from the pier during two tides.

Symptom: The number is wrong.
Culprit: One buffer appended to a list every step.
Report: elephantrobotics/pymycobot#58
"""

import numpy as np

HOURS = 25
STEP = 0.25  # hours


def tidal_current(hour, position):
    """Current in km/h at a place: an ebb and flood along x, a weak eddy across."""
    along = 2.4 * np.cos(2 * np.pi * hour / 12.4)
    across = 0.35 * np.sin(2 * np.pi * hour / 12.4) + 0.02 * position[0]
    return along, across


def drift(start, wind):
    position = np.array(start, dtype=float)
    track = []
    for k in range(int(HOURS / STEP)):
        along, across = tidal_current(k * STEP, position)
        position[0] += STEP * (along + wind[k, 0])
        position[1] += STEP * (across + wind[k, 1])
        track.append(position)  # culprit
    return np.array(track)


def distance_from(point, track):
    return np.hypot(track[:, 0] - point[0], track[:, 1] - point[1])


def main():
    rng = np.random.default_rng(12)
    pier = (0.0, 0.0)
    farthest = []
    for release in range(8):
        wind = rng.normal(0.02, 0.15, size=(int(HOURS / STEP), 2))
        track = drift(pier, wind)
        far = distance_from(pier, track).max()
        farthest.append(far)
        print(f"release {release}: {far:.2f} km")
    print(f"farthest on average: {np.mean(farthest):.3f} km")


if __name__ == "__main__":
    main()
