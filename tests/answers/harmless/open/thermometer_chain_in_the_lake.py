"""Monthly summary of a moored chain of sensors in a lake: temperature and oxygen
by depth, the strength of the layering and the oxygen deficit below.

Symptom: none
Culprit: none
Tempts: -999 marks in the raw log which are taken out before the means
"""

import numpy as np
import pandas as pd

MISSING = -999.0
DEPTHS = [1, 5, 10, 20]


def raw_log(rng):
    times = pd.date_range("2023-05-01", "2023-09-30 23:00", freq="2h")
    season = np.sin(np.pi * (times.day_of_year - 90) / 220)
    frames = []
    for depth in DEPTHS:
        temp = 6 + 15 * season * np.exp(-depth / 9) + rng.normal(0, 0.3, len(times))
        oxygen = 11 - 0.22 * depth - 1.2 * season + rng.normal(0, 0.25, len(times))
        frame = pd.DataFrame({"time": times, "depth": depth, "temp": temp, "oxygen": oxygen})
        for column, rate in (("temp", 0.02), ("oxygen", 0.0006 + 0.0002 * depth)):
            lost = rng.random(len(times)) < rate
            frame.loc[lost, column] = MISSING
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def tidy(log):
    log = log.copy()
    log["month"] = log["time"].dt.month
    readings = ["temp", "oxygen"]
    log[readings] = log[readings].mask(log[readings] == MISSING)
    return log


def monthly(log):
    return log.groupby(["month", "depth"])[["temp", "oxygen"]].mean()


def layering(table):
    wide = table["temp"].unstack("depth")
    return (wide[DEPTHS[0]] - wide[DEPTHS[-1]]).rename("layering")


def deficit(table, saturation=11.0):
    wide = table["oxygen"].unstack("depth")
    weights = np.gradient(np.array(DEPTHS, dtype=float))
    return ((saturation - wide) * weights).sum(axis=1).div(weights.sum()).rename("deficit")


def main():
    rng = np.random.default_rng(404)
    table = monthly(tidy(raw_log(rng)))
    print(table.unstack("depth").round(2).to_string())
    print(pd.concat([layering(table), deficit(table)], axis=1).round(3).to_string())


if __name__ == "__main__":
    main()
