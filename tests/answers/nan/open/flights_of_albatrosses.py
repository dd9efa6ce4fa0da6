"""Measure how far albatrosses fly from their nests to where they feed.

Symptom: the distance of four of five albatrosses is nan, and so are the mean and the longest flight.
Culprit: the cosines are taken of degrees, not of radians: for some nests their product is negative, and so is its root.
Report: ArduPilot/pymavlink#635 (a distance that mixes degrees and radians)
"""

import numpy as np

EARTH = 6371.0  # km

NESTS = {
    "Anna": (-54.0, -38.0),
    "Bruno": (-46.4, 51.8),
    "Clara": (-52.5, 169.2),
    "Dora": (-49.4, 69.0),
    "Emil": (-37.1, -12.3),
}
FEEDING = {
    "Anna": (-50.1, -62.3),
    "Bruno": (-38.9, 77.6),
    "Clara": (-45.6, -75.2),
    "Dora": (-47.1, 88.4),
    "Emil": (-40.3, 12.0),
}


def as_array(places):
    return np.array([places[name] for name in sorted(places)], dtype=float)


def great_circle(start, end):
    """Return the distance of pairs of places in km, given as latitude and longitude in degrees."""
    half = np.radians(end - start) / 2
    scale = np.cos(start[:, 0]) * np.cos(end[:, 0])  # culprit
    chord = np.sin(half[:, 0]) ** 2 + scale * np.sin(half[:, 1]) ** 2
    return 2 * EARTH * np.arcsin(np.sqrt(chord))


def main():
    flights = great_circle(as_array(NESTS), as_array(FEEDING))
    for name, distance in zip(sorted(NESTS), flights, strict=True):
        print(f"{name:<6}{distance:9.0f} km")
    print(f"mean {flights.mean():.0f} km, longest {flights.max():.0f} km")


if __name__ == "__main__":
    main()
