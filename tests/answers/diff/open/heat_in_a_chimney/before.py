"""Relax the temperature in the wall of a chimney by 60 sweeps over its cells."""

import numpy as np


def wall(size, hole):
    t = np.full((size, size), 10.0)
    fixed = np.zeros((size, size), dtype=bool)
    fixed[[0, -1], :] = fixed[:, [0, -1]] = True
    lo, hi = (size - hole) // 2, (size + hole) // 2
    t[lo:hi, lo:hi] = 180.0
    fixed[lo:hi, lo:hi] = True
    return t, fixed


def sweep(t, fixed):
    biggest = 0.0
    for i in range(1, t.shape[0] - 1):
        for j in range(1, t.shape[1] - 1):
            if fixed[i, j]:
                continue
            new = 0.25 * (t[i - 1, j] + t[i + 1, j] + t[i, j - 1] + t[i, j + 1])
            biggest = max(biggest, abs(new - t[i, j]))
            t[i, j] = new
    return biggest


t, fixed = wall(24, 8)
for _ in range(60):
    change = sweep(t, fixed)
print(f"last change {change:.6f} K")
print(f"mean of the wall {t[~fixed].mean():.5f}")
print("from outside to the hole", t[12, :9].round(3))
loss = 4 * 0.7 * np.mean(t[12, 1] - t[12, 0])
print(f"loss {loss:.4f} W")
