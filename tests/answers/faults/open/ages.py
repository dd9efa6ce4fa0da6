"""Missing ages are filled.

Symptom: They are missing still.
Culprit: `people["age"]` is filled as a copy.
Report: none
"""

import numpy as np
import pandas as pd

people = pd.DataFrame({"age": [30.0, np.nan, 50.0], "name": list("abc")})
people["age"].fillna(40.0, inplace=True)  # culprit
print(people["age"].sum(), people["age"].isna().sum())
