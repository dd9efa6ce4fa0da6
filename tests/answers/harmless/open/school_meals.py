"""Compare meal orders with deliveries; schools may lack one or the other.

Symptom: none
Culprit: none
Tempts: outer join with missing cells handled
Report: own
"""

import io

import numpy as np
import pandas as pd

ORDERS = """school,day,meals
Elm,Mon,120
Elm,Tue,118
Oak,Mon,86
Oak,Tue,
Pine,Mon,64
"""

DELIVERIES = """school,day,boxes,note
Elm,Mon,118,
Elm,Tue,120,late
Oak,Mon,86,
Oak,Tue,80,phoned
Ash,Mon,40,unordered
"""


def load(text):
    return pd.read_csv(io.StringIO(text))


def reconcile(orders, deliveries):
    both = orders.merge(deliveries, on=["school", "day"], how="outer", indicator=True)
    both["state"] = np.select(
        [both["_merge"] == "left_only", both["_merge"] == "right_only", both["meals"].isna()],
        ["undelivered", "unordered", "no count"],
        default="matched",
    )
    both["note"] = both["note"].fillna("")
    return both.drop(columns="_merge")


class Ledger:
    price = 3.4

    def __init__(self, table):
        self.table = table

    def difference(self):
        t = self.table
        return t["boxes"].fillna(0) - t["meals"].fillna(t["boxes"]).fillna(0)

    def matched_ratio(self):
        t = self.table[self.table["state"] == "matched"]
        return (t["boxes"] / t["meals"]).mean()

    def invoice(self):
        t = self.table
        billable = t["boxes"].where(t["state"].isin(["matched", "no count"]))
        return (billable * self.price).groupby(t["school"]).sum(min_count=1).dropna()

    def day_table(self):
        return self.table.pivot_table(
            index="school", columns="day", values="boxes", aggfunc="sum", dropna=False
        )


def main():
    table = reconcile(load(ORDERS), load(DELIVERIES))
    ledger = Ledger(table)
    print(table.to_string(index=False, na_rep="-"))
    print("difference", int(ledger.difference().sum()))
    print("ratio", round(float(ledger.matched_ratio()), 4))
    print(ledger.invoice().round(2).to_dict())
    print(ledger.day_table().fillna(0).astype(int).to_string())


if __name__ == "__main__":
    main()
