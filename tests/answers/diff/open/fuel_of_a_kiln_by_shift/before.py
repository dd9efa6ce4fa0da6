"""Report the gas that a kiln burns in each shift; shifts begin at 6, 14 and 22 o'clock.

Culprit: see after.py
"""

import numpy as np
import pandas as pd


def meter(days, seed):
    rng = np.random.default_rng(seed)
    time = pd.date_range("2025-02-03 06:00", periods=days * 96, freq="15min")
    hour = time.hour + time.minute / 60
    flow = 14 + 5 * np.sin((hour - 9) / 24 * 2 * np.pi) + rng.normal(0, 0.8, len(time))
    heat = 640 + 20 * np.cos(hour / 24 * 2 * np.pi) + rng.normal(0, 2, len(time))
    return pd.DataFrame({"flow": flow, "heat": heat}, index=time)


def shifts(readings):
    bins = readings.resample("8h", offset="6h")
    result = pd.DataFrame({"gas": bins["flow"].sum() * 0.25, "heat": bins["heat"].mean()})
    result["crew"] = result.index.hour.map({6: "early", 14: "late", 22: "night"})
    return result


readings = meter(10, seed=3)
readings = readings[readings["flow"] > 0]
table = shifts(readings)
print(f"readings {len(readings)}, mean heat {readings['heat'].mean():.3f}")
print(f"shifts {len(table)}, gas {table['gas'].sum():.2f}")
print(f"most in a shift {table['gas'].max():.3f}")
print(f"spread of shifts {table['gas'].std():.4f}")
print(f"hottest shift {table['heat'].max():.3f}")
