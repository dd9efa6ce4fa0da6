"""Who pays back a loan, by income and debt.

Symptom: A little too good.
Culprit: Means and deviations are of all applicants.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(6)
loans = pd.DataFrame({"income": rng.lognormal(10, 0.5, 120), "debt": rng.lognormal(8, 1, 120)})
loans["paid"] = (loans["income"] > 3 * loans["debt"]).astype(int)
known = loans[["income", "debt"]]
loans[["income", "debt"]] = (known - known.mean()) / known.std()  # culprit
train, test = train_test_split(loans, test_size=0.3, random_state=2)
model = LogisticRegression().fit(train[["income", "debt"]], train["paid"])
print(model.score(test[["income", "debt"]], test["paid"]))
