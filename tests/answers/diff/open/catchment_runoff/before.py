"""Runoff of a small catchment from hourly rain, by a unit hydrograph.

Adds up the rain of the last hours, each hour weighted by its share of the unit
hydrograph, and prints the peak, its hour and the runoff in the first six hours.

Culprit: see after.py.
"""

import numpy as np

AREA_KM2 = 18.0
ORDINATES = np.array([0.08, 0.22, 0.30, 0.20, 0.12, 0.08])


def hourly_rain(hours=48, seed=3):
    rng = np.random.default_rng(seed)
    rain = np.where(rng.random(hours) < 0.2, rng.gamma(1.5, 1.2, hours), 0.0)
    rain[20:24] += [3.0, 9.0, 7.5, 2.0]
    rain[-3:] += [4.0, 6.5, 5.0]
    return rain


def runoff(rain):
    flow = np.zeros_like(rain)
    for hour in range(rain.size):
        for lag in range(ORDINATES.size):
            if hour - lag >= 0:
                flow[hour] += ORDINATES[lag] * rain[hour - lag]
    return flow * AREA_KM2 / 3.6


def main():
    flow = runoff(hourly_rain())
    print(f"peak {flow.max():.3f} m3/s at hour {int(flow.argmax())}")
    print(f"first six hours {flow[:6].mean():.4f} m3/s")
    print(f"mean {flow.mean():.4f} m3/s")


main()
