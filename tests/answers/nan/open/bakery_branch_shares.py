"""Revenue per square metre of the branches of a bakery chain.

Joins the till export with the rental register and prints a ranking.
Symptom: after the join every floor area is NaN, and so is the chain's revenue per square metre.
Culprit: the branch number of the tills is turned into text without the leading zeros ("7") that the register has
("007").
Report: none
"""

import io

import numpy as np
import pandas as pd

REGISTER = """branch;street;area
003;Mill Lane;84
007;Station Road;120
012;Market Square;65
019;Harbour Gate;143
044;Abbey Hill;97
"""


def tills(seed=6):
    rng = np.random.default_rng(seed)
    days = pd.date_range("2024-03-01", periods=31, freq="D")
    rows = []
    for number, level in zip([3, 7, 12, 19, 44], [900, 1500, 1100, 1250, 700]):
        for day in days:
            takings = np.nan if day.weekday() == 6 else rng.normal(level, level * 0.1)
            rows.append((day, number, takings))
    return pd.DataFrame(rows, columns=["day", "branch", "takings"])


def monthly(frame):
    # Sundays are closed and have no takings
    open_days = frame.dropna(subset=["takings"])
    out = open_days.groupby("branch", as_index=False)["takings"].sum()
    out["branch"] = out["branch"].astype(str)  # culprit
    return out


def register():
    return pd.read_csv(io.StringIO(REGISTER), sep=";", dtype={"branch": str})


def per_square_metre(month, areas):
    joined = month.merge(areas, on="branch", how="left")
    joined["density"] = joined["takings"] / joined["area"]
    return joined.sort_values("density", ascending=False)


def main():
    month = monthly(tills())
    table = per_square_metre(month, register())
    print(table[["branch", "street", "takings", "area", "density"]].round(2).to_string(index=False))
    print("chain average:", round(table["density"].mean(), 3), "per square metre")
    print("best density:", table["density"].max())


if __name__ == "__main__":
    main()
