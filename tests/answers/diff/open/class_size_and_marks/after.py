"""Estimate how the size of a class changes marks, with errors that allow for classes of one school to be alike.

Symptom: the slopes are the same, but their errors, bounds and p are smaller, and now the size seems to matter.
Culprit: the default of the errors is HC1, which takes all classes as independent, where they were clustered by school.
Report: none
"""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import statsmodels.api as sm

SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Study:
    schools: int = 25
    classes: int = 6
    seed: int = 1999

    def collect(self):
        rng = np.random.default_rng(self.seed)
        school = np.repeat(np.arange(self.schools), self.classes)
        effect = rng.normal(0, 4, self.schools)[school]
        size = rng.integers(15, 34, self.schools)[school] + rng.integers(-2, 3, school.size)
        income = rng.normal(30, 6, school.size)
        mark = 60 - 0.10 * size + 0.4 * income + effect + rng.normal(0, 3, school.size)
        return pd.DataFrame({"school": school, "size": size, "income": income, "mark": mark})


@dataclass
class Regression:
    outcome: str
    causes: list[str]
    errors: str = "HC1"  # culprit
    options: dict = field(default_factory=dict)

    def fit(self, data, by="school"):
        design = sm.add_constant(data[self.causes].astype(float))
        options = dict(self.options)
        if self.errors == "cluster":
            options["groups"] = data[by]
        return sm.OLS(data[self.outcome], design).fit(cov_type=self.errors, cov_kwds=options or None)


def table(result, causes):
    bounds = result.conf_int()
    for name in causes:
        low, high = bounds.loc[name]
        print(f"{name:7s} {result.params[name]:9.5f} +- {result.bse[name]:.5f}, from {low:.5f} to {high:.5f}")


def main():
    regression = Regression("mark", ["size", "income"])
    result = regression.fit(Study().collect())
    table(result, regression.causes)
    p = result.pvalues["size"]
    print(f"p of the size {p:.6f}, r2 {result.rsquared:.6f}")
    print("size matters" if p < SIGNIFICANT else "size does not matter")


if __name__ == "__main__":
    main()
