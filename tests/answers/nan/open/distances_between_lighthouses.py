"""Distances between lighthouses, and under what angle a ship sees two of them.

Symptom: every angle is nan.
Culprit: the radius of the earth is given in kilometres, the chords between lighthouses are in metres, so that all
sines are above 1.
Report: none
"""

import numpy as np
import pandas as pd

EARTH_RADIUS = 6371.0  # culprit

PLACES = pd.DataFrame(
    {
        "name": ["Kullen", "Hallands Vadero", "Morups Tange", "Vinga", "Hallo"],
        "lat": [56.301, 56.450, 56.923, 57.632, 58.335],
        "lon": [12.452, 12.546, 12.363, 11.603, 11.215],
    }
)


def positions(places):
    """Return points on the earth in metres."""
    lat, lon = np.radians(places["lat"].to_numpy()), np.radians(places["lon"].to_numpy())
    unit = np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])
    return 6_371_000 * unit


def chords(points):
    first, second = np.triu_indices(len(points), k=1)
    return np.linalg.norm(points[first] - points[second], axis=1)


def central_angles(chord):
    half = chord / 2
    return 2 * np.arcsin(half / EARTH_RADIUS)


def main():
    with np.errstate(invalid="ignore"):
        angles = central_angles(chords(positions(PLACES)))
    arcs = angles * EARTH_RADIUS
    print("longest arc:", round(float(arcs.max()), 1))
    print("mean angle in degrees:", float(np.degrees(angles).mean()))


if __name__ == "__main__":
    main()
