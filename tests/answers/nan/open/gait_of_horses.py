"""Measure how evenly horses walk: the deviation of step times over a window of strides, horse by horse.

Symptom: the evenness of every horse is nan.
Culprit: each horse has 8 strides and the window asks for 10, so no window is ever full.
Report: pandas-dev/pandas#22577
"""

import numpy as np
import pandas as pd

WINDOW = 10


def strides(horses=("Falada", "Bucephalus", "Marengo"), count=8):
    rng = np.random.default_rng(12)
    rows = [
        {"horse": horse, "stride": number, "seconds": rng.normal(0.62, 0.03)}
        for horse in horses
        for number in range(count)
    ]
    return pd.DataFrame(rows)


def evenness(table):
    spread = table.groupby("horse")["seconds"].rolling(WINDOW).std()  # culprit
    return spread.groupby("horse").mean()


table = strides()
print(table.groupby("horse")["seconds"].mean().round(3).to_string())
result = evenness(table)
print("evenness:", result.to_numpy())
print("least even:", float(result.to_numpy().max()))
