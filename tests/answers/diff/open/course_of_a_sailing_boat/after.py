"""The course of a sailing boat from its positions, and how it lies to the wind.

Symptom: another way is made good, though the boat sails the same
Culprit: the angle is counted from the east, no longer from the north
Report: none
"""

import numpy as np


class Track:
    """Positions of a boat: columns east and north, in metres."""

    def __init__(self, positions):
        self.positions = positions
        self.steps = np.diff(positions, axis=0)

    @property
    def speed(self):
        return np.linalg.norm(self.steps, axis=1)

    @property
    def course(self):
        east, north = self.steps.T
        return np.arctan2(north, east)  # culprit

    def angles(self, wind):
        return wrapped(self.course - wind)

    def made_good(self, wind):
        return self.speed * np.cos(self.angles(wind))


def wrapped(angle):
    return (angle + np.pi) % (2 * np.pi) - np.pi


def sail(seed, count=300):
    rng = np.random.default_rng(seed)
    turn = np.cumsum(rng.normal(0, 0.08, count)) + 0.6
    return Track(np.cumsum(2.0 * np.column_stack([np.sin(turn), np.cos(turn)]), axis=0))


def main():
    track = sail(40)
    wind = 0.4 + 0.1 * np.sin(np.arange(len(track.steps)) / 40)
    angles = np.abs(track.angles(wind))
    print(f"way {track.speed.sum():.4f}")
    print(f"mean angle {np.degrees(angles.mean()):.5f}")
    print(f"made good {track.made_good(wind).sum():.5f}")
    print(f"close to the wind {(angles < np.radians(50)).mean():.4f}")


main()
