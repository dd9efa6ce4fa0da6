"""Bill the stalls of a market: join the register of stalls with the fees by kind of goods.

Symptom: 4 of 7 stalls have a fee of NaN, and the bills are NaN.
Culprit: the export of the register pads the goods with blanks; "cheese " finds no fee in the merge.
Report: none
"""

import io

import pandas as pd

REGISTER = """\
stall;holder;goods;metres
1;Aebi;bread;3.0
2;Bianchi;cheese ;4.5
3;Conrad; flowers;6.0
4;Dubois;bread;2.0
5;Egger;cheese ;3.5
6;Frey;honey;1.5
7;Gut;vegetables ;8.0
"""

FEES = pd.DataFrame(
    {"goods": ["bread", "cheese", "flowers", "honey", "vegetables"], "per_metre": [9.5, 11.0, 8.0, 7.5, 6.5]}
)


class Market:
    def __init__(self, register):
        self.stalls = pd.read_csv(io.StringIO(register), sep=";")  # culprit

    def bills(self):
        table = self.stalls.merge(FEES, on="goods", how="left")  # culprit, too
        table["bill"] = 5.0 + table["per_metre"] * table["metres"]
        return table

    def largest(self, bills, count=3):
        return bills.nlargest(count, "bill")[["holder", "bill"]]


market = Market(REGISTER)
bills = market.bills()
print(bills.drop(columns="goods").to_string(index=False))
print(f"stalls without a fee: {bills['per_metre'].isna().sum()} of {len(bills)}")
for holder, bill in market.largest(bills).itertuples(index=False):
    print(f"{holder}: {bill:.2f}")
