"""Relax the temperature in the wall of a chimney by 60 sweeps over its cells.

Symptom: the faster program has other temperatures and another loss after the same 60 sweeps.
Culprit: the new value uses the old values of all four neighbours, the loop those that it had just renewed.
Report: none
"""

import logging

import numpy as np

log = logging.getLogger("chimney")

OUTSIDE = 10.0  # degrees
SMOKE = 180.0
SWEEPS = 60


def wall(size, hole, outside=OUTSIDE, inside=SMOKE):
    """Return the start and where the temperature is given."""
    border = np.ones((size, size), dtype=bool)
    border[1:-1, 1:-1] = False
    low = (size - hole) // 2
    flue = np.zeros((size, size), dtype=bool)
    flue[low : low + hole, low : low + hole] = True
    start = np.where(flue, inside, outside)
    return start, border | flue


def sweep(t, fixed):
    neighbours = t[:-2, 1:-1] + t[2:, 1:-1] + t[1:-1, :-2] + t[1:-1, 2:]  # culprit
    free = ~fixed[1:-1, 1:-1]
    new = np.where(free, 0.25 * neighbours, t[1:-1, 1:-1])
    change = np.abs(new - t[1:-1, 1:-1]).max()
    t[1:-1, 1:-1] = new
    return change


def loss(t, row=12, conductivity=0.7):
    """Return the heat in W that leaves through the four sides."""
    return 4 * conductivity * (t[row, 1] - t[row, 0])


def relax(t, fixed, sweeps=SWEEPS):
    for number in range(sweeps):
        change = sweep(t, fixed)
        log.debug("sweep %d: %.6f", number, change)
    return change


def main():
    t, fixed = wall(size=24, hole=8)
    change = relax(t, fixed)
    print(f"last change {change:.6f} K")
    print(f"mean of the wall {t[~fixed].mean():.5f}")
    print("from outside to the hole", t[12, :9].round(3))
    print(f"loss {loss(t):.4f} W")


main()
