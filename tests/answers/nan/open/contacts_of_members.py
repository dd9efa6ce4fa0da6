"""Send the spring newsletter of a choir by post, and see how heavy the bag is per district.

Symptom: the weight of the letters is nan for the members who moved.
Culprit: `.loc[mask, columns] = other columns` aligns the labels of columns; 'new_zone' is not 'zone', so nan is stored.
Report: pandas-dev/pandas#56856
"""

import pandas as pd

members = pd.DataFrame(
    {
        "name": ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana"],
        "zone": [1.0, 2.0, 1.0, 3.0, 2.0, 1.0, 3.0, 2.0],
        "pages": [12.0, 12.0, 16.0, 12.0, 8.0, 12.0, 16.0, 12.0],
        "new_zone": [None, 3.0, None, None, 1.0, None, None, 3.0],
        "new_pages": [None, 16.0, None, None, 12.0, None, None, 8.0],
    }
)

moved = members["new_zone"].notna()
members.loc[moved, ["zone", "pages"]] = members.loc[moved, ["new_zone", "new_pages"]]  # culprit

members["grams"] = 4.5 * members["pages"] + 11.0
members["postage"] = 0.85 + 0.4 * (members["zone"] - 1.0)
for name, grams, postage in zip(members["name"], members["grams"], members["postage"], strict=True):
    print(f"{name:5s} {grams:6.1f} g  {postage:5.2f}")
print(f"stamps for all: {members['postage'].to_numpy().sum():.2f}")
