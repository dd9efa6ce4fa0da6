"""Model which part of the leaves of vines has pests, by humidity and age, and compare two models by AIC.

Symptom: the log-likelihood of both models is -inf, the AIC inf, and their difference nan.
Culprit: the part is given in percent, and a binomial likelihood is defined for parts from 0 to 1 only.
Report: statsmodels/statsmodels#5603 (the log-likelihood of a binomial model is nan)
"""

import warnings

import numpy as np
import pandas as pd
import statsmodels.api as sm

warnings.simplefilter("ignore")


def vines(number, seed):
    rng = np.random.default_rng(seed)
    humidity = rng.uniform(40, 95, number)
    age = rng.integers(3, 40, number)
    tendency = -6 + 0.07 * humidity + 0.01 * age
    leaves = rng.integers(60, 140, number)
    ill = rng.binomial(leaves, 1 / (1 + np.exp(-tendency)))
    return pd.DataFrame({"humidity": humidity, "age": age, "leaves": leaves, "ill": ill})


class Study:
    """A table of vines and the models fitted to it."""

    def __init__(self, table):
        self.table = table
        self.part = 100 * table["ill"] / table["leaves"]  # culprit

    def fit(self, *columns):
        design = sm.add_constant(self.table[list(columns)])
        return sm.GLM(self.part, design, family=sm.families.Binomial()).fit()


study = Study(vines(90, seed=5))
small, large = study.fit("humidity"), study.fit("humidity", "age")
for name, model in (("humidity", small), ("humidity, age", large)):
    print(f"{name:<14}log-likelihood {model.llf:.3f}  AIC {model.aic:.3f}")
print("gain of the larger model:", small.aic - large.aic)
