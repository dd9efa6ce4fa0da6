"""Mean age of the patients of a ward, with their drugs.

Symptom: It is too old.
Culprit: A patient counts once for each drug.
Report: none
"""

import pandas as pd

patients = pd.DataFrame({"patient": [1, 2, 3, 4], "age": [81.0, 34.0, 45.0, 29.0]})
drugs = pd.DataFrame({"patient": [1, 1, 1, 1, 2, 3, 4], "drug": list("abcdabc")})
ward = pd.merge(patients, drugs, on="patient", how="left")  # culprit
print("mean age", ward[["age"]].mean())
