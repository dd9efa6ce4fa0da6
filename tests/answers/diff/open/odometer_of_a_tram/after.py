"""Work out from the speed log of a tram how far it went and when its wheels are due for turning.

Symptom: split into functions, the distance is off by metres and the legs by millimetres.
Culprit: the log is kept as float32, so that the sum over 60000 seconds is kept in float32, too.
Report: numpy/numpy#14909
"""

import numpy as np

CYCLE = 180
DRIVE = 150


def profile(seconds):
    phase = np.arange(seconds) % CYCLE
    return np.where(phase < DRIVE, 11.0 * np.sqrt(np.abs(np.sin(np.pi * phase / DRIVE))), 0.0)


def speed_log(seconds, seed):
    """Return the speed in m/s by the second."""
    rng = np.random.default_rng(seed)
    noisy = profile(seconds) + rng.normal(0, 0.1, seconds)
    return np.maximum(noisy, 0).astype(np.float32)  # culprit


def odometer(speed):
    return np.cumsum(speed)  # culprit, too


def legs(speed, metres, shortest=100):
    """Return the distances between halts."""
    moving = speed >= 0.3
    halts = np.flatnonzero(~moving[1:] & moving[:-1])
    between = np.diff(metres[halts])
    return between[between > shortest]


def due(metres, limit):
    second = int(np.searchsorted(metres, limit))
    return second, metres[second]


def main(seconds=60_000):
    speed = speed_log(seconds, seed=33)
    metres = odometer(speed)
    found = legs(speed, metres)
    print(f"distance {metres[-1]:.4f} m in {seconds / 3600:.2f} h")
    print(f"{found.size} legs, mean {found.mean():.5f} m, spread {found.std():.5f} m")
    second, place = due(metres, 400_000.0)
    print(f"wheels are due after {second} s at {place:.4f} m")


main()
