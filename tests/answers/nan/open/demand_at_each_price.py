"""Find the price at which a kiosk earns most with a bag of sweets, from the bags sold at test prices.

Symptom: 3 of 12 prices have NaN bags, and what was earned at all prices is nan.
Culprit: the prices of the grid are multiples of 0.1 with rounding; 0.30000000000000004 is no label of the test.
Report: pandas-dev/pandas#9530
"""

import numpy as np
import pandas as pd

TESTED = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2]


def trial(seed=23):
    """Return how many bags were sold in a week at each tested price."""
    rng = np.random.default_rng(seed)
    expected = 900 * np.exp(-1.7 * np.array(TESTED))
    return pd.Series(rng.poisson(expected), index=pd.Index(TESTED, name="euros"), name="bags")


def price_grid(first, last, step):
    count = round((last - first) / step) + 1
    return pd.Index(first + step * np.arange(count), name="euros")  # culprit


def demand(trial, grid):
    table = trial.reindex(grid).to_frame()  # culprit, too
    table["earned"] = table["bags"] * (table.index - 0.04)
    return table


def main():
    table = demand(trial(), price_grid(0.1, 1.2, 0.1))
    print(table.round(2).to_string())
    print(f"prices without a count: {table['bags'].isna().sum()}")
    print(f"earned at all prices: {table['earned'].sum(skipna=False):.2f} euros")


if __name__ == "__main__":
    main()
