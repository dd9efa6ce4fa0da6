"""Age of newspaper kiosks and the decline of their sales.

Symptom: the mean age of the kiosks of two districts, and the slope over all, are nan.
Culprit: the dates of two districts are written with the day first, and to_datetime with one fixed format coerces
these to NaT.
Report: none
"""

import io

import pandas as pd

LIST = """district,opened,sold
North,1998-04-01,210
North,2004-11-17,180
Harbour,14.06.2001,260
Harbour,02.09.2011,150
Mill,1989-01-30,320
Mill,2015-07-07,95
South,21.12.1995,280
South,30.03.2008,170
"""


def kiosks():
    table = pd.read_csv(io.StringIO(LIST))
    table["opened"] = pd.to_datetime(table["opened"], format="%Y-%m-%d", errors="coerce")  # culprit
    return table


def with_age(table, today="2024-06-01"):
    days = (pd.Timestamp(today) - table["opened"]).dt.days
    return table.assign(years=days / 365.25)


def slope(table):
    x, y = table["years"].to_numpy(), table["sold"].to_numpy()
    return ((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum()


def main():
    table = with_age(kiosks())
    for district, age in table.groupby("district")["years"].mean().items():
        print(f"{district:<8} {age:6.1f} years")
    print("copies a year of age:", round(slope(table), 2))


if __name__ == "__main__":
    main()
