"""Angular scatter of palaeomagnetic directions measured on drill cores of one lava flow.

Computes the mean direction, each core's angle to it and the angular standard deviation.
Symptom: the angle between repeated measurements of a core is nan, so the mean repeat error is nan.
Culprit: the dot product of two unit vectors goes straight into arccos although rounding makes it 1.0000000000000002 for some cores.
Report: PmagPy/PmagPy#912
"""

import numpy as np


def to_cartesian(dec, inc):
    d, i = np.radians(dec), np.radians(inc)
    return np.column_stack([np.cos(d) * np.cos(i), np.sin(d) * np.cos(i), np.sin(i)])


def to_dec_inc(v):
    v = v / np.linalg.norm(v)
    return np.degrees(np.arctan2(v[1], v[0])) % 360, np.degrees(np.arcsin(np.clip(v[2], -1, 1)))


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def angle_between(a, b):
    cosine = np.sum(unit(a) * unit(b), axis=1)
    return np.degrees(np.arccos(cosine))  # culprit


def measure(rng, n=40):
    dec = rng.normal(342.0, 6.0, n)
    inc = rng.normal(58.0, 4.0, n)
    first = to_cartesian(dec, inc) * rng.uniform(0.8, 3.0, (n, 1))
    second = first.copy()
    wobbly = rng.random(n) < 0.5
    second[wobbly] += rng.normal(0, 0.02, (wobbly.sum(), 3))
    second *= 1.25
    return first, second


def fisher_mean(rows):
    total = unit(rows).sum(axis=0)
    r = np.linalg.norm(total)
    n = len(rows)
    kappa = (n - 1) / (n - r)
    return total / r, kappa


def main():
    rng = np.random.default_rng(1912)
    first, second = measure(rng)
    mean, kappa = fisher_mean(first)
    dec, inc = to_dec_inc(mean)
    print(f"mean direction: D = {dec:.1f}, I = {inc:.1f}, kappa = {kappa:.1f}")

    off_mean = angle_between(first, np.broadcast_to(mean, first.shape))
    print(f"scatter about the mean: {np.sqrt(np.mean(off_mean**2)):.2f} degrees")

    repeat = angle_between(first, second)
    print(f"worst repeat: {repeat.max():.3f} degrees")
    print(f"mean repeat error: {repeat.mean():.4f} degrees")


if __name__ == "__main__":
    main()
