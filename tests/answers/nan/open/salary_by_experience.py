"""Look whether salaries rise with experience, and by how much with each degree.

Symptom: the slope for doctors is nan.
Culprit: all three doctors have 12 years of experience: the slope of a vertical line is 0 / 0.
Report: none
"""

import numpy as np
import pandas as pd

people = pd.DataFrame(
    {
        "degree": ["bachelor"] * 5 + ["master"] * 4 + ["doctor"] * 3,
        "years": [1, 3, 4, 8, 10, 2, 5, 6, 9, 12, 12, 12],
        "salary": [38, 42, 44, 55, 58, 45, 52, 54, 63, 70, 75, 72],
    }
)


def slope(group):
    x = group["years"] - group["years"].mean()
    y = group["salary"] - group["salary"].mean()
    return (x * y).sum() / (x * x).sum()  # culprit


slopes = {degree: slope(group) for degree, group in people.groupby("degree")}
print({degree: round(float(value), 2) for degree, value in slopes.items()})
print("steepest:", np.max(list(slopes.values())))
