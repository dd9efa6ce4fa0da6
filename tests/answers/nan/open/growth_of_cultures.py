"""Growth rates of cultures.

Symptom: the mean rate is nan
Culprit: a culture begins at 0: differences of logarithms of 0
Report: none
"""

import numpy as np
import pandas as pd


def counts():
    days = np.arange(6)
    return pd.DataFrame({"a": 100 * 1.8**days, "b": 50 * 1.3**days, "c": np.r_[0, 0, 4 * 2.0 ** days[:4]]})


def growth_rates(table):
    return np.log(table).diff().iloc[1:]  # culprit


def main():
    rates = growth_rates(counts())
    print(rates.round(2))
    print("mean rate:", np.mean(rates.to_numpy()))


main()
