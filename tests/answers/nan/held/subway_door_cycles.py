"""Wear index of subway doors from the currents of their motors, with Numba for speed.

For each door the kernel finds the mean current while opening and the ratio to its idle current.
Symptom: the wear index of two doors is nan and the fleet mean is nan.
Culprit: the idle current is divided by the number of idle samples, which is 0 for doors that never rested in the record.
Report: none
"""

import numpy as np
from numba import njit

OPENING_AMPS = 1.5


@njit(error_model="numpy", cache=False)
def door_features(current):
    n_doors, n_samples = current.shape
    out = np.zeros((n_doors, 3))
    for d in range(n_doors):
        busy = 0.0
        idle = 0.0
        n_busy = 0
        n_idle = 0
        peak = 0.0
        for t in range(n_samples):
            amps = current[d, t]
            if amps > peak:
                peak = amps
            if amps > OPENING_AMPS:
                busy += amps
                n_busy += 1
            else:
                idle += amps
                n_idle += 1
        out[d, 0] = busy / n_busy
        out[d, 1] = idle / n_idle  # culprit
        out[d, 2] = peak
    return out


def record(n_doors=8, n_samples=600, seed=15):
    rng = np.random.default_rng(seed)
    current = 0.3 + 0.05 * rng.random((n_doors, n_samples))
    for d in range(n_doors):
        for start in range(10 + d, n_samples, 60):
            current[d, start : start + 20] += 2.0 + 0.1 * d + 0.2 * rng.random()
    # the rush-hour car
    current[[2, 5]] = 2.2 + 0.3 * rng.random((2, n_samples))
    return current


def wear_index(features):
    return features[:, 0] / features[:, 1] + 0.1 * features[:, 2]


def main():
    features = door_features(record())
    wear = wear_index(features)
    for d, (f, w) in enumerate(zip(features, wear)):
        print(f"door {d}: opening {f[0]:.3f} A, idle {f[1]:.3f} A, peak {f[2]:.3f} A, wear {w:.3f}")
    print("fleet mean wear index:", round(float(wear.mean()), 4))


if __name__ == "__main__":
    main()
