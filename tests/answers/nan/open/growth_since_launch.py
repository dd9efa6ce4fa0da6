"""Report by which factor every product line has grown since its first quarter.

Symptom: a table of two rows with nan everywhere; the fastest growing line is nan too.
Culprit: tail(1) / head(1) aligns the row labels 2025Q4 and 2022Q1, which have no label in common.
Report: pandas-dev/pandas#14395
"""

import numpy as np
import pandas as pd


def load_sales():
    rng = np.random.default_rng(11)
    quarters = pd.period_range("2022Q1", "2025Q4", freq="Q")
    lines = {}
    for line, start, rate in [("bikes", 120, 0.03), ("boats", 80, -0.01), ("skates", 15, 0.09)]:
        trend = start * np.exp(rate * np.arange(len(quarters)))
        lines[line] = trend * rng.normal(1, 0.02, len(quarters))
    sales = pd.DataFrame(lines, index=quarters)
    sales.loc["2023Q2", "boats"] = np.nan  # strike, no deliveries
    return sales


def growth(sales):
    filled = sales.ffill()
    return filled.tail(1) / filled.head(1)  # culprit


def main():
    factor = growth(load_sales())
    print(factor)
    print("largest factor:", factor.to_numpy().max())


if __name__ == "__main__":
    main()
