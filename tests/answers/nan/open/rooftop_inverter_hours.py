"""Daily yield and performance ratio of a rooftop solar plant from its inverter log.

The log is put on a regular grid of half hours and compared with the plane irradiance.
Symptom: the mean power is nan, the performance ratio of the whole period is nan.
Culprit: the regular grid starts at 00:00 although the log is stamped 15 and 45 minutes past the hour, so reindex
finds no common stamps.
Report: none
"""

import numpy as np
import pandas as pd

PEAK_KW = 9.8
START = "2023-06-05"
DAYS = 6


def clear_sky(stamps):
    hour = stamps.hour + stamps.minute / 60
    return np.clip(np.sin((hour - 5) / 15 * np.pi), 0, None) * 900.0


def inverter_log(seed=12):
    rng = np.random.default_rng(seed)
    stamps = pd.date_range(f"{START} 00:15", periods=DAYS * 48, freq="30min")
    irradiance = clear_sky(stamps) * rng.uniform(0.6, 1.0, len(stamps))
    power = PEAK_KW * irradiance / 1000 * 0.83 + rng.normal(0, 0.02, len(stamps)).clip(0)
    log = pd.DataFrame({"power_kw": power, "irradiance": irradiance}, index=stamps)
    return log.drop(log.sample(12, random_state=3).index)  # radio gaps


def regular_grid(log):
    grid = pd.date_range(START, periods=DAYS * 48, freq="30min")  # culprit
    on_grid = log.reindex(grid)
    return on_grid.interpolate(limit=4)


def performance_ratio(frame):
    energy = frame["power_kw"].mean()
    reference = frame["irradiance"].mean() / 1000 * PEAK_KW
    return energy / reference


def daily(frame):
    return frame["power_kw"].resample("D").mean() * 24


def main():
    log = inverter_log()
    frame = regular_grid(log)
    print("log rows:", len(log), " grid rows:", len(frame))
    for day, kwh in daily(frame).items():
        print(f"{day:%a %d %b}: {kwh:6.2f} kWh")
    print(f"mean power: {frame['power_kw'].mean():.3f} kW")
    print(f"performance ratio: {performance_ratio(frame):.4f}")


if __name__ == "__main__":
    main()
