"""Sum up the water that flowed onto rice terraces from gauges that fail now and then.

Symptom: The water of three of the five terraces and of all together is nan.
Culprit: fastmath=True lets the compiler assume that there is no NaN, so the check for failed readings is left out.
Report: numba/numba#2919 (a test for NaN fails with fastmath=True)
"""

import numpy as np
from numba import njit

TERRACES = ("upper", "temple", "spring", "bridge", "lower")
STEP = 600.0  # seconds between readings


@njit
def weir_flow(height, width):
    """Cubic metres per second over a sharp weir."""
    flow = np.empty_like(height)
    for i in range(height.size):
        flow[i] = 1.84 * width * height[i] ** 1.5
    return flow


@njit(fastmath=True)  # culprit
def volume(flow, step):
    """Water in cubic metres; a failed reading repeats the last good one."""
    total = 0.0
    last = 0.0
    for i in range(flow.size):
        value = flow[i]
        if np.isnan(value):
            value = last
        last = value
        total += value * step
    return total


@njit
def failed(flow):
    count = 0
    for value in flow:
        if np.isnan(value):
            count += 1
    return count


def readings(rng, terrace, days=20):
    """Height of the water over the weir in metres."""
    count = days * 144
    hour = np.arange(count) / 6.0
    height = 0.12 + 0.03 * terrace + 0.05 * np.sin(2 * np.pi * hour / 24)
    height += rng.normal(0.0, 0.004, count)
    height = np.clip(height, 0.0, None)
    if terrace in (1, 2, 4):
        for start in rng.integers(10, count - 30, 4):
            height[start : start + rng.integers(1, 20)] = np.nan
    return height


def main():
    rng = np.random.default_rng(8080)
    widths = np.array([0.4, 0.5, 0.5, 0.6, 0.8])
    volumes = np.zeros(len(TERRACES))
    for k, name in enumerate(TERRACES):
        height = readings(rng, k)
        flow = weir_flow(height, widths[k])
        volumes[k] = volume(flow, STEP)
        print(
            f"{name:7s} {failed(flow):3d} failed readings, mean flow {np.nanmean(flow):.5f} m3/s, "
            f"{volumes[k]:10.2f} m3"
        )
    total = volumes.sum()
    print(f"all terraces {total:.2f} m3")
    for name, share in zip(TERRACES, volumes / total, strict=True):
        print(f"{name:7s} {100 * share:6.2f} %")


if __name__ == "__main__":
    main()
