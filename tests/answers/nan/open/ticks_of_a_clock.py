"""Measure the jitter of a network clock from time stamps in nanoseconds, in blocks, with compiled loops.

Symptom: the jitter is nan for the four blocks of the slow rate and a number for the others.
Culprit: the sum of squares of int64 nanoseconds passes 9.2e18 and wraps; the variance is below 0 and its root nan.
Report: none
"""

import numpy as np
from numba import njit


@njit
def jitter(gaps):
    """Return the standard deviation of gaps by sum and sum of squares, in one pass."""
    total = 0
    squares = 0
    for gap in gaps:
        total += gap
        squares += gap * gap  # culprit
    count = len(gaps)
    mean = total / count
    return np.sqrt(squares / count - mean * mean)


@njit
def blocks(stamps, length):
    gaps = np.diff(stamps)
    count = len(gaps) // length
    found = np.empty(count)
    for block in range(count):
        found[block] = jitter(gaps[block * length : (block + 1) * length])
    return found


def receiver(rng, beats):
    """Return time stamps in ns since the start: 100 ms a beat, then a slower rate of 0.5 s to save power."""
    interval = np.where(np.arange(beats) < beats // 2, 1e8, 5e8)
    return np.cumsum(interval + rng.normal(0, 2e6, beats)).astype(np.int64)


def main():
    stamps = receiver(np.random.default_rng(9), beats=321)
    for number, nanoseconds in enumerate(blocks(stamps, 40)):
        print(f"block {number}: {nanoseconds / 1e6:6.3f} ms")
    print(f"mean jitter {blocks(stamps, 40).mean() / 1e6:.3f} ms")


if __name__ == "__main__":
    main()
