"""Bonuses by salary and rating.

Symptom: the sum is nan
Culprit: the ratings are numbered from 0, the salaries go by name
Report: none
"""

import pandas as pd


def staff():
    return pd.DataFrame(
        {"name": ["Ada", "Bo", "Cy", "Di"], "salary": [3000.0, 3400.0, 2800.0, 4100.0]}
    ).set_index("name")


def ratings():
    return pd.DataFrame({"name": ["Cy", "Ada", "Di", "Bo"], "rating": [3, 5, 2, 4]})


def main():
    table = staff()
    table["rating"] = ratings()["rating"]  # culprit
    table["bonus"] = table["salary"] * table["rating"] / 100
    print("bonus in all:", table["bonus"].sum(skipna=False))


main()
