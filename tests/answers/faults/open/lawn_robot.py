"""Path length of a lawn robot from its satellite positions, ten a second.

Symptom: The number is wrong.
Culprit: Arccos of a cosine near one, digits cancel.
Report: AndGem/OsmToRoadGraph#90
"""

import numpy as np

EARTH = 6_371_000.0  # metres
LATITUDE, LONGITUDE = 47.3712, 8.5423


def positions(rng, seconds=600, speed=0.35):
    """Slow turns over the lawn, degrees as the receiver gives them."""
    n = seconds * 10
    heading = np.cumsum(rng.normal(0, 0.05, size=n))
    north = np.cumsum(speed / 10 * np.cos(heading))
    east = np.cumsum(speed / 10 * np.sin(heading))
    lat = LATITUDE + np.degrees(north / EARTH)
    lon = LONGITUDE + np.degrees(east / (EARTH * np.cos(np.radians(LATITUDE))))
    return lat, lon


def distance(lat1, lon1, lat2, lon2):
    lat1, lon1, lat2, lon2 = map(np.radians, (lat1, lon1, lat2, lon2))
    cosine = np.sin(lat1) * np.sin(lat2) + np.cos(lat1) * np.cos(lat2) * np.cos(lon2 - lon1)
    return EARTH * np.arccos(np.clip(cosine, -1.0, 1.0))  # culprit


def main():
    lat, lon = positions(np.random.default_rng(23))
    steps = distance(lat[:-1], lon[:-1], lat[1:], lon[1:])
    from_start = distance(lat[0], lon[0], lat, lon)
    print(f"positions: {lat.size}")
    print(f"farthest from the dock: {from_start.max():.1f} m")
    print(f"path length: {steps.sum():.2f} m")


if __name__ == "__main__":
    main()
