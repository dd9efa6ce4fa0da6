"""Let a ship drift on the current of the ocean from a table on a grid and print its places.

Symptom: the ship drifts for some days and has nan for place and way from then on.
Culprit: the grid counts longitudes from 0 to 360 degrees and the ship from -180 to 180; west of Greenwich is nothing.
Report: none
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.interpolate import RegularGridInterpolator

KM_PER_DEGREE = 111.2


@dataclass
class Ship:
    longitude: float
    latitude: float
    log: list = field(default_factory=list)

    def note(self, day):
        self.log.append((day, self.longitude, self.latitude))


def wrapped(longitude):
    """Return a longitude from -180 to 180 degrees, as on the bridge."""
    return (longitude + 180.0) % 360.0 - 180.0


class Current:
    """Velocity in km per day."""

    def __init__(self):
        longitude = np.arange(0.0, 361.0, 5.0)
        latitude = np.arange(-60.0, 61.0, 5.0)
        east, north = np.meshgrid(longitude, latitude, indexing="ij")
        west = -25.0 - 6.0 * np.cos(np.radians(north))
        up = 4.0 * np.sin(np.radians(2 * east))
        self._u = RegularGridInterpolator((longitude, latitude), west, bounds_error=False)
        self._v = RegularGridInterpolator((longitude, latitude), up, bounds_error=False)

    def at(self, longitude, latitude):
        place = [longitude, latitude]  # culprit
        return self._u(place).item(), self._v(place).item()  # culprit, too


def drift(ship, current, days):
    for day in range(days):
        ship.note(day)
        u, v = current.at(ship.longitude, ship.latitude)
        shrink = np.cos(np.radians(ship.latitude))
        ship.longitude = wrapped(ship.longitude + u / (KM_PER_DEGREE * shrink))
        ship.latitude = float(np.clip(ship.latitude + v / KM_PER_DEGREE, -89.0, 89.0))


def main():
    ship = Ship(longitude=2.4, latitude=41.0)
    drift(ship, Current(), days=16)
    for day, longitude, latitude in ship.log[::3]:
        print(f"day {day:2d}: {longitude:8.3f} {latitude:7.3f}")
    way = np.hypot(*np.diff(np.array(ship.log)[:, 1:], axis=0).T) * KM_PER_DEGREE
    print(f"way {way.sum():.1f} km")


main()
