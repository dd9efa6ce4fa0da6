"""Minutes of visits, as a share of what is usual in their clinic.

Symptom: the weighted mean is nan
Culprit: 2 of 8 visits have no clinic and belong to no group
Report: pandas-dev/pandas#10923
"""

import numpy as np
import pandas as pd


def visits():
    return pd.DataFrame(
        {
            "clinic": ["north", "north", None, "south", "south", None, "east", "east"],
            "minutes": [12.0, 15.0, 9.0, 22.0, 18.0, 30.0, 11.0, 16.0],
        }
    )


def relative(table):
    usual = table.groupby("clinic")["minutes"].transform("mean")  # culprit
    return table.assign(relative=table["minutes"] / usual)


def main():
    table = relative(visits())
    weights = np.ones(len(table)) / len(table)
    print("weighted:", table["relative"].to_numpy() @ weights)


main()
