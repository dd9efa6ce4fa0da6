"""Hive weights of a bee yard: daily gain and its relation to temperature.

Reads scale logs, fits the nectar flow by temperature and prints the season.

Symptom: none
Culprit: none
Tempts: -999 stands in the raw log, but these 31 days are left out before any statistic.
Report: none
"""

import numpy as np
import pandas as pd

MISSING = -999.0


def scale_log(rng, days=120):
    day = pd.date_range("2024-04-20", periods=days, freq="D")
    temp = 17 + 6 * np.sin(np.linspace(0, np.pi, days)) + rng.normal(0, 2.5, days)
    gain = 0.09 * (temp - 14.0) + rng.normal(0, 0.22, days)
    log = pd.DataFrame({"day": day, "temp": temp.round(1), "gain": gain.round(2)})
    off = rng.choice(days, 31, replace=False)
    log.loc[off, "temp"] = MISSING
    return log


def usable(log):
    """Days with a valid weight change and temperature."""
    return log[log["gain"].notna() & (log["temp"] > MISSING)]


def nectar_flow(log):
    slope, offset = np.polyfit(log["temp"], log["gain"], 1)
    return slope, offset, log["temp"].corr(log["gain"])


def monthly(log):
    by = log.groupby(log["day"].dt.month)
    return pd.DataFrame({"gain": by["gain"].sum(), "temp": by["temp"].mean()})


def main():
    log = usable(scale_log(np.random.default_rng(44)))
    print("days:", len(log))
    print("total gain: %.2f kg" % log["gain"].sum())
    print("median temperature: %.1f, mean %.2f" % (log["temp"].median(), log["temp"].mean()))
    print(monthly(log).round(2).to_string())
    slope, offset, corr = nectar_flow(log)
    print("gain per degree: %.5f kg, correlation %.4f" % (slope, corr))
    print("expected gain at 22 C: %.3f kg" % (slope * 22 + offset))
    print("flow begins at: %.1f C" % (-offset / slope))


if __name__ == "__main__":
    main()
