"""Report wages of bakers by town, in euros of 2020.

Symptom: means are lower
Culprit: the year 2020 itself is left out
Report: none
"""

import io

import numpy as np
import pandas as pd

TEXT = "town,year,wage\n" + "\n".join(
    f"{t},{y},{2000 + 37 * i + 11 * (y - 2018)}" for i, t in enumerate("ABCD") for y in range(2018, 2026)
)
INDEX = {2018: 0.96, 2019: 0.98, 2020: 1.0, 2021: 1.03, 2022: 1.1, 2023: 1.17, 2024: 1.19, 2025: 1.22}

table = pd.read_csv(io.StringIO(TEXT))
table = table.assign(real=table["wage"] / table["year"].map(INDEX))
latest = table.query("year > 2020")  # culprit
means = latest.groupby("town")["real"].mean()
growth = latest.pivot(index="year", columns="town", values="real").pct_change().mean()
print(means.round(4))
print(growth.round(6))
print("all:", np.round(means.mean(), 4))
