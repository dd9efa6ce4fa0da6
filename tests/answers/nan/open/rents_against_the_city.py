"""Say how far each flat is above the mean rent of its city.

Symptom: the column of differences is nan in every row.
Culprit: the means have the cities as labels, the table has row numbers: the assignment finds no common label.
Report: none
"""

import pandas as pd

flats = pd.DataFrame(
    {
        "city": ["Bremen", "Bremen", "Kassel", "Kassel", "Kassel", "Trier"],
        "area": [60, 85, 45, 70, 92, 55],
        "rent": [720.0, 980.0, 430.0, 610.0, 800.0, 520.0],
    }
)
flats["per_metre"] = flats["rent"] / flats["area"]
flats["usual"] = flats.groupby("city")["per_metre"].mean()  # culprit
flats["above"] = flats["per_metre"] - flats["usual"]
print(flats.round(2))
print("most above:", flats["above"].max())
