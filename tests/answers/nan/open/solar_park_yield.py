"""Performance ratio of a small solar park from 15-minute logger data.

Resamples to hours, relates yield to irradiance and prints monthly ratios.

Symptom: the yearly performance ratio is inf
Culprit: hours are kept with irradiance >= 0 instead of above a threshold, so night hours with the inverter's 0.02 kWh standby reading are divided by 0 W/m2 and become inf.
Report: none
"""

import numpy as np
import pandas as pd

PEAK_KW = 98.0
MIN_IRRADIANCE = 0.0  # culprit


def logger(rng):
    stamp = pd.date_range("2023-03-01", "2023-05-31 23:45", freq="15min")
    hour = stamp.hour + stamp.minute / 60.0
    sun = np.clip(np.sin((hour - 6.0) / 12.0 * np.pi), 0.0, None)
    cloud = rng.beta(4.0, 2.0, size=len(stamp))
    irradiance = 850.0 * sun * cloud
    energy = PEAK_KW * irradiance / 1000.0 * 0.83 / 4.0
    energy = energy + np.where(irradiance > 0, rng.normal(0, 0.05, len(stamp)), 0.005)
    return pd.DataFrame({"irradiance": irradiance, "energy": energy}, index=stamp)


def hourly(raw):
    out = raw.resample("h").agg({"irradiance": "mean", "energy": "sum"})
    out["expected"] = PEAK_KW * out["irradiance"] / 1000.0
    return out


def daylight(table):
    return table[table["irradiance"] >= MIN_IRRADIANCE]


def performance_ratio(table):
    ratio = table["energy"] / table["expected"]
    return ratio.groupby(ratio.index.month).mean()


def main():
    raw = logger(np.random.default_rng(77))
    table = hourly(raw)
    print("yield [MWh]: %.2f" % (table["energy"].sum() / 1000.0))
    print("best hour:", table["energy"].idxmax())
    used = daylight(table)
    print("hours used:", len(used), "of", len(table))
    monthly = performance_ratio(used)
    for month, value in monthly.items():
        print("month", month, "performance ratio", value)
    print("season:", monthly.mean())


if __name__ == "__main__":
    main()
