"""Estimates how sales respond to spending on two advertising channels."""

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf


def make_weeks(count=80, seed=3):
    rng = np.random.default_rng(seed)
    tv = rng.uniform(10, 60, count)
    web = rng.uniform(5, 40, count)
    sales = 210 + 1.8 * tv + 3.1 * web + rng.normal(0, 15, count)
    return pd.DataFrame({"tv": tv, "web": web, "sales": sales})


def fit(weeks):
    return smf.ols("sales ~ tv + web", data=weeks).fit()


def main():
    weeks = make_weeks()
    result = fit(weeks)
    print("weeks:", len(weeks))
    print("sales for 1000 EUR more on tv:  %.2f" % result.params["tv"])
    print("sales for 1000 EUR more on web: %.2f" % result.params["web"])
    print("R2: %.3f" % result.rsquared)
    better = "web" if result.params["web"] > result.params["tv"] else "tv"
    print("better channel:", better)


if __name__ == "__main__":
    main()
