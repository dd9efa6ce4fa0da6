"""Raise incomes on a scale on which they are normal and report them in euros again.

Symptom: the mean of the raised incomes is nan; no answered income is missing.
Culprit: the fitted Yeo-Johnson lambda is negative; the inverse is not defined for 32 values moved up by 0.5.
Report: scikit-learn/scikit-learn#28946
"""

import numpy as np
from sklearn.preprocessing import PowerTransformer


class Scenario:
    """Shift incomes by a number of standard deviations on a scale where they are normal."""

    def __init__(self, incomes):
        self.incomes = incomes[:, None]
        self.transformer = PowerTransformer(method="yeo-johnson").fit(self.incomes)

    def raised(self, amount):
        normal = self.transformer.transform(self.incomes)
        return self.transformer.inverse_transform(normal + amount).ravel()  # culprit


def survey(count=300, seed=23):
    rng = np.random.default_rng(seed)
    incomes = 1 + rng.pareto(1.1, count) * 0.5
    incomes[rng.random(count) < 0.05] = np.nan  # refused to answer
    return incomes


scenario = Scenario(survey())
print("lambda:", scenario.transformer.lambdas_.round(2))
print("incomes given:", np.isfinite(scenario.incomes).sum())
for amount in (0.0, 0.5, 2.0):
    raised = scenario.raised(amount)
    answered = raised[np.isfinite(scenario.incomes.ravel())]
    print(f"raised by {amount}: mean {answered.mean():.2f}, median {np.nanmedian(raised):.2f} thousand euros")
