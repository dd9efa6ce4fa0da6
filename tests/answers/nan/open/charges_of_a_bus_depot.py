"""Compare the daily charge of electric buses with what the drivers' plan needs, over a spring.

Symptom: from 31 March on, every balance is NaN; the mean balance of the season is NaN.
Culprit: the plan steps by 24 hours and not by days, so after the clocks change its days begin at one o'clock.
Report: pandas-dev/pandas#35248 (24 hours against a calendar day where the clocks change)
"""

import numpy as np
import pandas as pd

ZONE = "Europe/Vienna"
FIRST, DAYS = "2025-03-10", 42


def calendar(first, days, freq):
    return pd.date_range(first, periods=days, freq=freq, tz=ZONE)


def charged(rng):
    """Return kWh per quarter of an hour, as the meter of the depot writes them in universal time."""
    start = pd.Timestamp(FIRST, tz=ZONE)
    end = start + pd.DateOffset(days=DAYS)
    time = pd.date_range(start.tz_convert("UTC"), end.tz_convert("UTC"), freq="15min", inclusive="left")
    local = time.tz_convert(ZONE)
    night = (local.hour >= 22) | (local.hour < 5)
    power = np.where(night, 310.0, 35.0) + rng.normal(0.0, 9.0, time.size)
    return pd.Series(power / 4.0, index=local, name="charged")


def daily(series):
    return series.groupby(series.index.normalize()).sum()


def planned(rng):
    """Return the kWh that the routes of each day need."""
    days = calendar(FIRST, DAYS, "24h")  # culprit
    weekday = np.asarray(days.day_of_week)
    kilometres = np.where(weekday < 5, 1980.0, 1240.0) + rng.normal(0.0, 40.0, days.size)
    return pd.Series(1.28 * kilometres, index=days, name="planned")


def losses():
    """Return the share that is lost between meter and battery; it falls as the days grow warmer."""
    days = calendar(FIRST, DAYS, "D")
    return pd.Series(np.linspace(0.11, 0.07, days.size), index=days)


def main():
    rng = np.random.default_rng(25)
    table = pd.DataFrame({"charged": daily(charged(rng))})
    table["stored"] = table["charged"] * (1.0 - losses())
    table["planned"] = planned(rng)
    table["balance"] = table["stored"] - table["planned"]
    print(table.iloc[::7].round(1).to_string())
    print(f"mean balance {np.mean(table['balance'].to_numpy()):.2f} kWh a day")
    print(f"days with too little: {(table['balance'] < 0).sum()}")


if __name__ == "__main__":
    main()
