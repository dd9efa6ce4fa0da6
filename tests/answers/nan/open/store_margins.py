"""Weekly margin per store, with a bonus for the stores above plan.

Culprit: reset_index after a filter, assigned column aligns on the wrong labels
Report: sungchullee.github.io python_book "Index Misalignment"
"""

import io

import pandas as pd

SALES = """store,region,week,revenue,returns
101,north,1,10400,210
102,north,1,8100,90
103,south,1,0,0
104,south,1,12900,510
105,west,1,7300,130
101,north,2,9900,180
102,north,2,8450,120
103,south,2,0,0
104,south,2,13350,470
105,west,2,7010,95
"""

COSTS = {101: 6200.0, 102: 5150.0, 103: 400.0, 104: 8800.0, 105: 4900.0}
PLAN = {"north": 6500.0, "south": 8000.0, "west": 4000.0}


def read_sales(text):
    frame = pd.read_csv(io.StringIO(text))
    frame["net"] = frame["revenue"] - frame["returns"]
    return frame


def only_open(frame):
    return frame[frame["revenue"] > 0]


def cost_series(frame):
    """Fixed costs in the order of the rows."""
    costs = frame["store"].map(COSTS)
    growth = 1 + 0.01 * (frame["week"] - 1)
    return (costs * growth).reset_index(drop=True)  # culprit


class MarginReport:
    def __init__(self, sales, bonus_rate=0.04):
        self.sales = sales
        self.bonus_rate = bonus_rate

    def build(self):
        open_ = only_open(self.sales).copy()
        open_["cost"] = cost_series(open_)
        open_["margin"] = open_["net"] - open_["cost"]
        open_["plan"] = open_["region"].map(PLAN)
        open_["bonus"] = (open_["net"] - open_["plan"]).clip(lower=0) * self.bonus_rate
        return open_

    def by_week(self):
        table = self.build().pivot(index="store", columns="week", values="margin")
        table["change"] = table[2] - table[1]
        return table

    def total(self):
        built = self.build()
        payout = float(built["bonus"].sum())
        margins = built["margin"].to_numpy()
        return float(margins.sum() - payout)


def main():
    report = MarginReport(read_sales(SALES))
    table = report.by_week()
    print(table.round(1))
    print("mean change", round(table["change"].mean(), 2))
    result = report.total()
    print("company result", result)


if __name__ == "__main__":
    main()
