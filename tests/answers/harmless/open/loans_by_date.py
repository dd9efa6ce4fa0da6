"""Which loans of a library come back late? Boosted trees over a table with gaps, and what each column is worth.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the missing values, which the trees handle; `check-determinism` the seeded permutations.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.inspection import permutation_importance
from sklearn.model_selection import train_test_split


def loans(count=400, seed=53):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "pages": rng.gamma(6.0, 60.0, count).round(),
            "age": rng.normal(38.0, 15.0, count).clip(6.0).round(),
            "loans_before": rng.poisson(9.0, count).astype(float),
            "distance": rng.gamma(2.0, 1.5, count),
        }
    )
    chance = 1.0 / (1.0 + np.exp(-(0.006 * (table["pages"] - 360.0) - 0.15 * (table["loans_before"] - 9.0))))
    late = rng.random(count) < chance
    table.loc[rng.random(count) < 0.2, "age"] = np.nan
    table.loc[rng.random(count) < 0.1, "distance"] = np.nan
    return table, np.asarray(late)


table, late = loans()
train, test, late_train, late_test = train_test_split(table, late, test_size=0.3, random_state=2)
model = HistGradientBoostingClassifier(max_iter=30, random_state=0).fit(train, late_train)
worth = permutation_importance(model, test, late_test, n_repeats=5, random_state=0)
print(f"right in {model.score(test, late_test):.1%} of {len(test)} loans")
for name, mean in zip(table.columns, worth.importances_mean, strict=True):
    print(f"{name:13s} {mean:+.4f}")
