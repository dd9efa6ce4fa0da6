"""Split pump downtime into whole days and remaining hours for the invoice.

Symptom: none
Culprit: none
Tempts: a question could accuse this: .dt.days and .dt.seconds used together on purpose (twin of turbine_outages).
Report: none
"""

import numpy as np
import pandas as pd

DAY_RATE, HOUR_RATE = 410.0, 24.0


def downtime(seed=20, n=40):
    rng = np.random.default_rng(seed)
    start = pd.Timestamp("2023-03-01") + pd.to_timedelta(rng.integers(0, 200 * 24, n), unit="h")
    hours = rng.lognormal(2.6, 1.1, n).round().clip(1)
    return pd.DataFrame(
        {"pump": rng.choice(["P1", "P2"], n), "start": start, "end": start + pd.to_timedelta(hours, unit="h")}
    )


def split(table):
    length = table["end"] - table["start"]
    return table.assign(days=length.dt.days, hours=length.dt.seconds // 3600)


def invoice(table):
    return table["days"] * DAY_RATE + table["hours"] * HOUR_RATE


table = split(downtime())
table["fee"] = invoice(table)
per_pump = table.groupby("pump")[["days", "hours", "fee"]].sum()
total_hours = (table["end"] - table["start"]).dt.total_seconds().sum() / 3600
print(per_pump.to_string())
print(f"downtime {total_hours:.0f} h in {len(table)} outages")
print(f"invoice total {table['fee'].sum():.2f}")
