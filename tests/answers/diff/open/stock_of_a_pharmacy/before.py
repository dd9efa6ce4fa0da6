"""Decide what a pharmacy orders from its sales of the last seven days; it is closed on some days."""

from datetime import date, timedelta

import numpy as np
import polars as pl

rng = np.random.default_rng(241)
rows = []
for drug, mean in (("aspirin", 30), ("ibuprofen", 22), ("vitamin", 14)):
    for k in range(60):
        day = date(2025, 3, 1) + timedelta(days=k)
        if day.weekday() == 6 or rng.random() < 0.08:
            continue
        rows.append((drug, day, float(rng.poisson(mean))))
sales = pl.DataFrame(rows, schema=["drug", "day", "sold"], orient="row").sort("drug", "day")

sales = sales.with_columns(
    pl.col("sold").rolling_mean_by("day", window_size="7d").over("drug").alias("usual")
)
sales = sales.with_columns((pl.col("sold") > 1.3 * pl.col("usual")).alias("rush"))
last = sales.group_by("drug", maintain_order=True).last()
for drug, day, sold, usual, _ in last.iter_rows():
    print(f"{drug:10s} {day} sold {sold:.0f}, usual {usual:.5f}, order {int(np.ceil(10 * usual))}")
print("rush days", sales["rush"].sum(), f"mean of usual {sales['usual'].mean():.5f}")
