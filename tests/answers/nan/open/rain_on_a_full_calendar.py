"""Put rain measurements on a calendar without gaps and report the wettest week.

Symptom: every week has 0 mm of rain, and 100 % of the days have no measurement.
Culprit: the index holds strings, the calendar holds dates: 0 of 28 dates are found by reindex.
Report: pandas-dev/pandas#10764
"""

import io

import numpy as np
import pandas as pd

LOG = """\
day,mm
2026-02-01,3.5
2026-02-02,0.0
2026-02-05,12.0
2026-02-06,7.5
2026-02-11,
2026-02-12,1.0
2026-02-20,22.5
2026-02-28,4.0
"""


def read_log(text):
    return pd.read_csv(io.StringIO(text), index_col="day")["mm"]  # culprit, too


def on_calendar(rain, first, last):
    calendar = pd.date_range(first, last, freq="D", name="day")
    return rain.reindex(calendar)  # culprit


if __name__ == "__main__":
    rain = on_calendar(read_log(LOG), "2026-02-01", "2026-02-28")
    print(f"days without a measurement: {rain.isna().mean():.0%}")
    weekly = rain.resample("7D").sum()
    print(weekly)
    print("mean rain of a day:", np.round(rain.mean(), 2), "mm")
