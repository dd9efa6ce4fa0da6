"""Makes monthly rain totals of two gauges whose logger writes -9999 for a reading it missed.

Symptom: none
Culprit: none
Tempts: -9999 among the readings, NaN in the table and a division by the share that was read; the sentinel is made NaN first, months with under 80 % of the readings are left out on purpose and the rest are scaled up
Report: none
"""

import numpy as np
import pandas as pd

MISSED = -9999.0
NEEDED_SHARE = 0.8


def read_logger(seed):
    """Daily rain in mm of two gauges over half a year."""
    rng = np.random.default_rng(seed)
    days = pd.date_range("2022-01-01", "2022-06-30", freq="D")
    frame = pd.DataFrame(index=days)
    for name, wetness in [("hill", 5.0), ("valley", 3.2)]:
        wet = rng.random(len(days)) < 0.45
        rain = np.where(wet, rng.gamma(0.9, wetness, len(days)), 0.0).round(1)
        rain[rng.random(len(days)) < 0.04] = MISSED
        frame[name] = rain
    frame.loc["2022-03-05":"2022-03-19", "valley"] = MISSED
    return frame


def clean(frame):
    """The readings with NaN wherever the logger missed one."""
    return frame.replace(MISSED, np.nan)


def monthly_totals(frame):
    """Rain of each month, scaled up for the days missed; NaN if too many were."""
    by_month = frame.groupby(frame.index.month)
    share = by_month.count() / by_month.size().to_numpy()[:, None]
    totals = by_month.sum() / share
    return totals.where(share >= NEEDED_SHARE), share


def main():
    frame = clean(read_logger(seed=15))
    totals, share = monthly_totals(frame)
    for name in totals.columns:
        usable = totals[name].dropna()
        print(f"{name}: {len(usable)} usable months, mean {usable.mean():.1f} mm a month")
        for month, total in usable.items():
            print(f"  month {month}: {total:6.1f} mm from {share.loc[month, name]:.0%} of the days")
    both = totals.dropna()
    ratio = both["hill"].sum() / both["valley"].sum()
    print(f"hill over valley in the {len(both)} months that both have: {ratio:.2f}")


if __name__ == "__main__":
    main()
