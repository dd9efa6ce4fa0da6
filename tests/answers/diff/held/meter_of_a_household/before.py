"""Sum up by day what a household used and what its roof produced, and price the days."""

import numpy as np
import pandas as pd

PRICE, REFUND = 0.34, 0.08
ZONE = "Europe/Berlin"


def readings(seed):
    """Return kWh of each quarter of an hour, by time in UTC."""
    rng = np.random.default_rng(seed)
    times = pd.date_range("2024-06-01 00:00", periods=14 * 96, freq="15min", tz="UTC")
    hour = times.tz_convert(ZONE).hour.to_numpy()
    used = 0.05 + 0.12 * np.isin(hour, (7, 12, 18, 19, 23, 0)) + rng.exponential(0.03, times.size)
    made = 0.5 * np.clip(np.sin((hour - 5) * np.pi / 15), 0, None) * rng.uniform(0.4, 1, times.size)
    return pd.DataFrame({"used": used, "made": made}, index=times)


table = readings(seed=3).tz_convert(ZONE)  # culprit, too
days = table.resample("D").sum()
net = days["used"] - days["made"]
cost = np.where(net > 0, net * PRICE, net * REFUND)
print(days.head(3).round(3))
print("days with a bill:", int((net > 0).sum()))
print(f"highest use {days['used'].max():.4f} kWh, cost {cost.sum():.4f} euros")
