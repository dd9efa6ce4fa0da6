"""Estimates the effect of water on the yield of apple plots.

Symptom: the effect has a standard error of inf and a p value of nan, with R2 1.000.
Culprit: the formula has a dummy for each plot and each of the 14 plots has one line, so 0 degrees of freedom are left for the errors.
Report: dmsul/econtools#5
"""

import warnings

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf

warnings.simplefilter("ignore")


def harvest(plots=14, seed=16):
    """Yield of apple plots in t/ha with the water they got; one line a plot."""
    generator = np.random.default_rng(seed)
    water = generator.uniform(300.0, 520.0, plots)
    soil = generator.choice(["clay", "loam"], plots)
    fruit = 12.0 + 0.05 * water + 3.0 * (soil == "loam") + generator.normal(0.0, 1.5, plots)
    return pd.DataFrame(
        {
            "plot": [f"p{number:02d}" for number in range(plots)],
            "soil": soil,
            "water": water,
            "fruit": fruit,
        }
    )


def fit_yield(table):
    return smf.ols("fruit ~ water + C(plot)", data=table).fit()  # culprit


def describe_water(result):
    low, high = result.conf_int().loc["water"]
    return result.params["water"], result.bse["water"], low, high


def main():
    table = harvest()
    print(f"{len(table)} plots, mean yield {table['fruit'].mean():.2f} t/ha")
    print(table.groupby("soil")["fruit"].mean().round(2).to_string())
    result = fit_yield(table)
    slope, error, low, high = describe_water(result)
    print(f"effect of 100 mm water: {100 * slope:.2f} +- {100 * error:.2f} t/ha")
    print(f"95 % interval: {100 * low:.2f} to {100 * high:.2f}")
    print(f"p value: {result.pvalues['water']:.4f}, R2 {result.rsquared:.3f}")


if __name__ == "__main__":
    main()
