"""Who renews a library card, by district and age, with the error of each coefficient.

Symptom: the standard errors are nan
Culprit: one column for each district and a constant: the columns add up to it, and the Hessian can't be inverted
Report: statsmodels/statsmodels#3367
"""

import warnings

import numpy as np
import pandas as pd
import statsmodels.api as sm

warnings.simplefilter("ignore")


def cards(count):
    rng = np.random.default_rng(19)
    district = rng.choice(["harbour", "hill", "old town"], count)
    age = rng.uniform(8, 80, count)
    lean = {"harbour": -0.4, "hill": 0.1, "old town": 0.6}
    chance = 1 / (1 + np.exp(-(np.vectorize(lean.get)(district) + 0.02 * (age - 40))))
    return pd.DataFrame(
        {"district": district, "age": age, "renewed": (rng.random(count) < chance).astype(int)}
    )


def design(table):
    dummies = pd.get_dummies(table["district"], dtype=float)  # culprit
    columns = pd.concat([dummies, table["age"] - 40], axis=1)
    return sm.add_constant(columns, has_constant="add")


def fitted(table):
    model = sm.Logit(table["renewed"], design(table))
    return model.fit(method="bfgs", maxiter=200, disp=False)  # culprit, too


def main():
    result = fitted(cards(400))
    summary = pd.DataFrame({"coefficient": result.params, "error": result.bse})
    summary["z"] = summary["coefficient"] / summary["error"]
    print(summary.round(3).to_string())


main()
