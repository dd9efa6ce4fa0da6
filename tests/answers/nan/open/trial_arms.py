"""Yield of a field trial, one plot per variety and block, with both as factors.

Symptom: The program prints NaN or inf.
Culprit: Saturated model, no degrees of freedom left: p values NaN.
Report: statsmodels/statsmodels#919
"""

import warnings

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf

warnings.filterwarnings("ignore")

rng = np.random.default_rng(4)

varieties = ["A", "B", "C", "D"]
blocks = ["north", "middle", "south"]
effect = {"A": 0.0, "B": 0.4, "C": 0.9, "D": -0.2}
soil = {"north": 0.0, "middle": 0.3, "south": -0.4}

rows = []
for v in varieties:
    for b in blocks:
        rows.append({"variety": v, "block": b, "kg": 6 + effect[v] + soil[b] + rng.normal(0, 0.2)})
trial = pd.DataFrame(rows)
print("plots:", len(trial), " mean yield:", trial["kg"].mean().round(3))

model = smf.ols("kg ~ C(variety) * C(block)", data=trial)  # culprit
result = model.fit()

print("coefficients:", len(result.params))
print("variety C against A:", round(result.params["C(variety)[T.C]"], 3))
print("p value of C against A:", result.pvalues["C(variety)[T.C]"])
