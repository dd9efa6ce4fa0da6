"""Features of trees, put together for a prediction.

Symptom: nan
Culprit: one part has rows 60 to 79, the other 0 to 19
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.preprocessing import OneHotEncoder, StandardScaler


def forest(rng):
    return pd.DataFrame(
        {
            "girth": rng.uniform(0.3, 3, 80),
            "kind": rng.choice(["oak", "ash", "elm"], 80),
            "age": rng.uniform(20, 200, 80),
        }
    )


def main():
    table = forest(np.random.default_rng(2))
    test = table.iloc[60:]
    kinds = pd.DataFrame(OneHotEncoder(sparse_output=False).fit_transform(test[["kind"]]))
    girth = pd.DataFrame(StandardScaler().fit_transform(test[["girth"]]), index=test.index)
    features = pd.concat([girth, kinds], axis=1)  # culprit
    slopes = np.ones(features.shape[1])
    print("prediction:", (features.to_numpy() @ slopes).mean())


main()
