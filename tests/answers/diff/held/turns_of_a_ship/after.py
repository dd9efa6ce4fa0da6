"""Dead reckoning: where a ship without satellites is, from its log of headings and speeds.

Symptom: The ship ends at another place, because it turns away from its course each time it passes through north.
Culprit: The headings are averaged as numbers, so the mean of 359 and 1 degrees is 180 instead of 0.
Report: none
"""

from itertools import pairwise

import numpy as np

EARTH = 6371.0  # kilometres
KNOT = 1.852  # kilometres per hour
START = (53.9, 8.7)


def watch_log(seed=1805, hours=36):
    """Heading in degrees and speed in knots every ten minutes; the ship passes through north twice."""
    rng = np.random.default_rng(seed)
    count = hours * 6
    turn = np.cumsum(rng.normal(0.0, 2.0, count))
    heading = (350.0 + turn + 25.0 * np.sin(np.arange(count) / 15.0)) % 360.0
    speed = np.clip(11.0 + 2.0 * np.sin(np.arange(count) / 22.0) + rng.normal(0, 0.4, count), 0, None)
    return heading, speed


def drift(hours):
    """Tidal current in knots: eastward and northward."""
    phase = 2 * np.pi * hours / 12.42
    return 0.9 * np.cos(phase), 0.4 * np.sin(phase)


def smoothed(heading, width=5):
    """Running mean of the heading, as a direction."""
    kernel = np.ones(width) / width
    padded = np.pad(heading, width // 2, mode="edge")
    return np.convolve(padded, kernel, mode="valid")  # culprit


def positions(heading, speed, step=1 / 6):
    latitude, longitude = START
    track = [(latitude, longitude)]
    for k in range(len(heading)):
        east, north = drift(k * step)
        angle = np.deg2rad(heading[k])
        east = (east + speed[k] * np.sin(angle)) * KNOT * step
        north = (north + speed[k] * np.cos(angle)) * KNOT * step
        latitude += np.degrees(north / EARTH)
        longitude += np.degrees(east / (EARTH * np.cos(np.radians(latitude))))
        track.append((latitude, longitude))
    return np.array(track)


def distance(one, other):
    """Great circle distance in kilometres by the haversine formula."""
    (lat1, lon1), (lat2, lon2) = np.radians(one), np.radians(other)
    h = np.sin(0.5 * (lat2 - lat1)) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH * np.arcsin(np.sqrt(h))


def main():
    heading, speed = watch_log()
    steady = smoothed(heading)
    track = positions(steady, speed)
    legs = [distance(one, other) for one, other in pairwise(track)]
    sailed = sum(legs)
    print(f"last heading {steady[-1]:.3f} degrees")
    for hour in (6, 12, 24, 36):
        latitude, longitude = track[hour * 6]
        print(f"after {hour:2d} hours: {latitude:.5f} N {longitude:.5f} E")
    print(f"sailed {sailed:.3f} km, {distance(track[0], track[-1]):.3f} km from the start")


if __name__ == "__main__":
    main()
