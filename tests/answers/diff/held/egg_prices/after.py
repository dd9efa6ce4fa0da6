"""Effect of the feed price on the price of eggs, by least squares.

Symptom: The last number is another one.
Culprit: OLS without a constant.
Report: statsmodels/statsmodels#4946
"""

import numpy as np
import pandas as pd
import statsmodels.api as sm

rng = np.random.default_rng(42)

WEEKS = 80


def market():
    feed = rng.uniform(20, 40, WEEKS)
    eggs = 1.1 + 0.035 * feed + rng.normal(0, 0.08, WEEKS)
    return pd.DataFrame({"feed": feed, "eggs": eggs})


table = market()
print("weeks:", len(table))
print("eggs cost between", table["eggs"].min().round(2), "and", table["eggs"].max().round(2))

model = sm.OLS(table["eggs"], table[["feed"]])  # culprit
result = model.fit()

slope = result.params["feed"]
print("R squared:", round(result.rsquared, 4))
print("spread of the residuals:", round(np.sqrt(result.scale), 4))
print("price of eggs if feed costs ten more:", round(10 * slope, 3))
print("effect of the feed price:", slope)
