"""Fit a line to the takings of a kiosk and forecast the next week.

Symptom: the forecast and the slope are nan.
Culprit: 2 of 14 takings are written with a comma ("1,204"); `errors="coerce"` makes them NaN.
Report: none
"""

import io

import numpy as np
import pandas as pd

BOOK = """\
day;takings
1;812
2;790
3;905
4;"1,204"
5;990
6;1100
7;870
8;845
9;951
10;998
11;"1,310"
12;1020
13;1133
14;902
"""


def read(text):
    table = pd.read_csv(io.StringIO(text), sep=";")
    table["takings"] = pd.to_numeric(table["takings"], errors="coerce")  # culprit
    return table


def forecast(table, days):
    centred = table["day"] - table["day"].mean()
    slope = np.dot(centred, table["takings"]) / np.dot(centred, centred)
    level = np.average(table["takings"])
    return slope, level + slope * (np.arange(15, 15 + days) - table["day"].mean())


table = read(BOOK)
slope, coming = forecast(table, 7)
print("more each day:", round(float(slope), 2))
print("next week:", np.round(coming.sum(), 1))
