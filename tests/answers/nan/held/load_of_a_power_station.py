"""Compare what a power station fed into the grid with its plan, hour by hour.

Symptom: the deviation from the plan is nan in every hour.
Culprit: the plan is stamped in UTC, the table of the meter has no time zone: no label of one is found in the other.
Report: energy-modelling-toolkit/Dispa-SET#41 (a series with a time zone is put into a table without one)
"""

import io

import numpy as np
import pandas as pd


def meter(hours, seed):
    rng = np.random.default_rng(seed)
    times = pd.date_range("2024-02-05", periods=hours, freq="h")
    load = 310 + 40 * np.sin(np.arange(hours) * 2 * np.pi / 24) + rng.normal(0, 6, hours)
    return pd.DataFrame({"fed": load.round(1)}, index=times)


def plan_file(hours):
    lines = ["time,planned"]
    for hour in range(hours):
        day, rest = divmod(hour, 24)
        lines.append(
            f"2024-02-{5 + day:02d}T{rest:02d}:00:00Z,{310 + 40 * np.sin(hour * 2 * np.pi / 24):.1f}"
        )
    return io.StringIO("\n".join(lines))


def read_plan(file):
    plan = pd.read_csv(file)
    plan["time"] = pd.to_datetime(plan["time"])  # culprit, too
    return plan.set_index("time")["planned"]


def deviations(table, plan):
    table = table.copy()
    table["planned"] = plan  # culprit
    table["deviation"] = table["fed"] - table["planned"]
    return table


table = deviations(meter(72, seed=5), read_plan(plan_file(72)))
print(table.head(3))
square = table["deviation"].to_numpy() ** 2
print(f"root mean square deviation: {np.sqrt(square.mean()):.3f} MW")
