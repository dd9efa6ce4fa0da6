"""Weave drafts on a simulated loom: a pattern engine with preallocated buffers.

Computes the drawdown of a twill, a ring buffer of tensions and a running energy.
Symptom: none
Culprit: none
Tempts: three buffers come from np.empty and hold arbitrary memory at first; every element is written before it is read.
Report: none
"""

import numpy as np


class TensionRing:
    """Last few warp tensions; only the filled part is ever averaged."""

    def __init__(self, size):
        self.values = np.empty(size)
        self.filled = 0
        self.head = 0

    def push(self, tension):
        self.values[self.head] = tension
        self.head = (self.head + 1) % len(self.values)
        self.filled = min(self.filled + 1, len(self.values))

    def mean(self):
        return float(self.values[: self.filled].mean())


def drawdown(threading, treadling, tieup):
    cloth = np.empty((len(treadling), len(threading)), dtype=np.uint8)
    for row, treadle in enumerate(treadling):
        cloth[row] = tieup[treadle][threading]
    return cloth


def lift_energy(cloth, mass=0.012, lift=0.06):
    energy = np.empty(len(cloth) + 1)
    energy[0] = 0.0
    for k, row in enumerate(cloth):
        energy[k + 1] = energy[k] + row.sum() * mass * 9.81 * lift
    return energy


def prefix_smooth(values, weight=0.3):
    out = np.empty_like(values)
    out[0] = values[0]
    for k in range(1, len(values)):
        out[k] = (1 - weight) * out[k - 1] + weight * values[k]
    return out


def main():
    threading = np.arange(24) % 4
    treadling = np.r_[np.arange(12) % 4, (3 - np.arange(12)) % 4]
    tieup = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]], dtype=np.uint8)
    cloth = drawdown(threading, treadling, tieup)
    for row in cloth[:6]:
        print("".join("#" if c else "." for c in row))

    rng = np.random.default_rng(1801)
    ring = TensionRing(16)
    means = []
    for _ in range(40):
        ring.push(rng.normal(21.0, 1.5))
        means.append(ring.mean())
    smooth = prefix_smooth(np.array(means))
    energy = lift_energy(cloth)
    print("raised ends:", int(cloth.sum()), " per pick:", cloth.sum(axis=1).tolist()[:4])
    print(f"lift energy: {energy[-1]:.3f} J")
    print(f"tension: first {means[0]:.2f} N, last {means[-1]:.2f} N, smoothed {smooth[-1]:.2f} N")


if __name__ == "__main__":
    main()
