"""Runoff of a small catchment from hourly rain, by a unit hydrograph.

Adds up the rain of the last hours, each hour weighted by its share of the unit
hydrograph, and prints the peak, its hour and the runoff in the first six hours.
The inner loop over hours is done by array shifts.

Culprit: np.roll brings the storm of the last 3 hours (16.2 mm) round to the start
of the record, where the loop had nothing before hour 0; the first hours' runoff and
the mean rise.
"""

import numpy as np

AREA_KM2 = 18.0
MM_H_KM2_TO_M3S = 1.0 / 3.6
UNIT_HYDROGRAPH = np.array([0.08, 0.22, 0.30, 0.20, 0.12, 0.08])


def hourly_rain(hours=48, seed=3):
    rng = np.random.default_rng(seed)
    rain = np.where(rng.random(hours) < 0.2, rng.gamma(1.5, 1.2, hours), 0.0)
    rain[20:24] += [3.0, 9.0, 7.5, 2.0]
    rain[-3:] += [4.0, 6.5, 5.0]
    return rain


def lagged(rain, lag):
    """The rain as it fell lag hours earlier."""
    return np.roll(rain, lag)  # culprit


def runoff(rain):
    depth = sum(weight * lagged(rain, lag) for lag, weight in enumerate(UNIT_HYDROGRAPH))
    return depth * AREA_KM2 * MM_H_KM2_TO_M3S


def main():
    rain = hourly_rain()
    flow = runoff(rain)
    peak_hour = int(flow.argmax())
    print(f"peak {flow[peak_hour]:.3f} m3/s at hour {peak_hour}")
    print(f"first six hours {flow[:6].mean():.4f} m3/s")
    print(f"mean {flow.mean():.4f} m3/s")


if __name__ == "__main__":
    main()
