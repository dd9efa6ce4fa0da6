"""Estimates how sales respond to spending on two advertising channels.

Symptom: the response to tv rises from 1.81 to 4.64, that to web from 2.93 to 7.21, and R2 from 0.882 to 0.968.
Culprit: the formula added a constant (about 210), sm.OLS does not, so the line is forced through 0.
Report: statsmodels/statsmodels#8223
"""

import numpy as np
import pandas as pd
import statsmodels.api as sm

CHANNELS = ["tv", "web"]


def make_weeks(count=80, seed=3):
    rng = np.random.default_rng(seed)
    tv = rng.uniform(10, 60, count)
    web = rng.uniform(5, 40, count)
    sales = 210 + 1.8 * tv + 3.1 * web + rng.normal(0, 15, count)
    return pd.DataFrame({"tv": tv, "web": web, "sales": sales})


def fit(weeks, channels=CHANNELS):
    """Least squares on any list of channels."""
    spending = weeks[channels]
    return sm.OLS(weeks["sales"], spending).fit()  # culprit


def best_channel(result):
    return result.params[CHANNELS].idxmax()


def report(weeks, result):
    print(f"weeks: {len(weeks)}")
    for channel in CHANNELS:
        print(f"sales for 1000 EUR more on {channel}: {result.params[channel]:.2f}")
    print(f"R2: {result.rsquared:.3f}")
    print(f"better channel: {best_channel(result)}")


def main():
    weeks = make_weeks()
    report(weeks, fit(weeks))


if __name__ == "__main__":
    main()
