"""Measures how a dam's embankment creeps: distances between neighbouring pegs from
their geographic coordinates in two surveys, and the strain between them.

Symptom: none
Culprit: none
Tempts: distances of metres from coordinates in degrees
"""

import numpy as np

EARTH = 6_371_000.0
N_PEGS = 24


def versine(angle):
    return 2.0 * np.sin(0.5 * angle) ** 2


def great_circle(lat1, lon1, lat2, lon2):
    lat1, lon1, lat2, lon2 = map(np.radians, (lat1, lon1, lat2, lon2))
    h = versine(lat2 - lat1) + np.cos(lat1) * np.cos(lat2) * versine(lon2 - lon1)
    return 2 * EARTH * np.arcsin(np.sqrt(0.5 * h))


class Embankment:
    """Pegs every two metres on a line that runs roughly north-east."""

    def __init__(self, bearing=52.0, lat=46.8, lon=9.9):
        self.direction = np.array([np.cos(np.radians(bearing)), np.sin(np.radians(bearing))])
        self.origin = np.array([lat, lon])
        self.along = 2.0 * np.arange(N_PEGS)

    def survey(self, creep):
        metres = (self.along + creep)[:, None] * self.direction
        per_degree = EARTH * np.pi / 180 * np.array([1.0, np.cos(np.radians(self.origin[0]))])
        return self.origin + metres / per_degree


def gaps(places):
    lat, lon = places.T
    return great_circle(lat[:-1], lon[:-1], lat[1:], lon[1:])


def main():
    dam = Embankment()
    creep = 0.012 * np.exp(-0.5 * ((dam.along - 26.0) / 9.0) ** 2)
    before, after = gaps(dam.survey(0.0)), gaps(dam.survey(creep))
    strain = (after - before) / before * 1e3
    print(f"pegs {N_PEGS}, length before {before.sum():.5f} m, after {after.sum():.5f} m")
    print(f"gaps before: shortest {before.min():.5f} m, longest {before.max():.5f} m")
    print(f"largest stretch {strain.max():+.3f} mm/m at gap {strain.argmax() + 1}")
    print(f"largest squeeze {strain.min():+.3f} mm/m at gap {strain.argmin() + 1}")
    print(f"roughness {np.abs(np.diff(strain, 2)).mean():.4f} mm/m")
    print("strain", np.round(strain[5:17], 2))


if __name__ == "__main__":
    main()
