"""Follow a submarine with a cloud of particles from the bearings of two buoys.

Symptom: the estimated place is a number for some minutes, and nan for good after one odd bearing.
Culprit: the odd bearing is so far from all particles that every weight underflows to 0, and 0 is divided by 0.
Report: none
"""

import numpy as np

BUOYS = np.array([[0.0, 0.0], [9.0, 1.0]])
SPREAD = np.radians(0.5)


def bearing(places, buoy):
    offset = places - buoy
    return np.arctan2(offset[..., 1], offset[..., 0])


def wrapped(angle):
    return (angle + np.pi) % (2 * np.pi) - np.pi


def voyage(minutes, rng):
    time = np.arange(minutes)
    way = np.column_stack([2.0 + 0.12 * time, 6.0 + 1.5 * np.sin(time / 15.0)])
    seen = np.array([[bearing(place, buoy) for buoy in BUOYS] for place in way])
    seen += rng.normal(0.0, SPREAD, seen.shape)
    seen[26, 1] += np.radians(65.0)  # a whale
    seen[10, 0] = np.nan  # the first buoy was silent
    return way, seen


class Cloud:
    def __init__(self, number, rng):
        self.rng = rng
        self.places = rng.normal((2.0, 6.0), 0.5, (number, 2))
        self.weights = np.full(number, 1.0 / number)

    def move(self):
        self.places += self.rng.normal((0.12, 0.0), (0.05, 0.12), self.places.shape)

    def weigh(self, seen):
        for buoy, angle in zip(BUOYS, seen, strict=True):
            if np.isnan(angle):
                continue
            miss = wrapped(bearing(self.places, buoy) - angle) / SPREAD
            self.weights *= np.exp(-0.5 * miss**2)
        self.weights /= self.weights.sum()  # culprit

    def renew(self):
        number = len(self.weights)
        if 1.0 / np.sum(self.weights**2) < number / 2:
            steps = (np.arange(number) + self.rng.random()) / number
            chosen = np.minimum(np.searchsorted(np.cumsum(self.weights), steps), number - 1)
            self.places = self.places[chosen]
            self.weights = np.full(number, 1.0 / number)

    def mean(self):
        return self.weights @ self.places


def main():
    rng = np.random.default_rng(1900)
    way, seen = voyage(40, rng)
    cloud = Cloud(600, rng)
    miss = []
    for minute, angles in enumerate(seen):
        cloud.move()
        cloud.weigh(angles)
        place = cloud.mean()
        cloud.renew()
        miss.append(np.hypot(*(place - way[minute])))
        if minute % 6 == 0:
            print(f"minute {minute:2d}: {place[0]:6.3f} {place[1]:6.3f}, off by {miss[-1]:.3f} km")
    print(f"mean miss {np.mean(miss):.4f} km")


main()
