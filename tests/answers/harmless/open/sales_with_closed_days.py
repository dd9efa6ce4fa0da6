"""Report the sales of three shops from a file in which a closed day is an empty field.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the empty fields that `read_csv` makes NaN, and the integers that become floats for them.
Report: pandas-dev/pandas#28335
"""

import io

import pandas as pd

FILE = """day,north,harbour,station
2025-03-03,112,87,240
2025-03-04,98,,251
2025-03-05,105,91,
2025-03-06,,79,266
2025-03-07,131,102,270
2025-03-08,164,,301
2025-03-09,,,318
2025-03-10,109,84,247
"""


def read_sales(file):
    return pd.read_csv(file, parse_dates=["day"], index_col="day")


def summary(sales):
    """Return open days, total and mean of each shop; closed days do not count."""
    table = sales.agg(["count", "sum", "mean"]).T
    return table.astype({"count": int, "sum": int})


sales = read_sales(io.StringIO(FILE))
print(summary(sales).to_string(float_format="%.2f"))
everywhere_open = sales.dropna().astype(int)
print(f"{len(everywhere_open)} days with all shops open, {everywhere_open.to_numpy().sum()} sales on them")
share = everywhere_open.div(everywhere_open.sum(axis=1), axis=0)
print("mean share:", ", ".join(f"{shop} {part:.1%}" for shop, part in share.mean().items()))
best = sales.stack().idxmax()
print(f"best day: {best[0]:%d %B} at {best[1]}")
