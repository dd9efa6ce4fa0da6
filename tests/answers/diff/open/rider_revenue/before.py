"""Revenue per ride for a bicycle hire, with the price plans joined on."""

import io

import polars as pl

RIDES = """ride,plan,minutes,bike
1,basic,12,city
2,plus,44,cargo
3,basic,31,city
4,guest,18,city
5,plus,25,electric
6,basic,9,electric
7,guest,52,cargo
8,student,16,city
9,plus,38,city
10,student,27,electric
"""

PLANS = """plan,per_minute,included
basic,0.10,5
plus,0.06,15
student,0.05,20
"""

SURCHARGE = {"city": 0.0, "electric": 0.9, "cargo": 1.5}
GUEST_RATE = 0.22


def load(text):
    return pl.read_csv(io.StringIO(text))


def price(rides, plans):
    table = rides.join(plans, on="plan", how="left")
    table = table.with_columns(
        pl.col("per_minute").fill_null(GUEST_RATE),
        pl.col("included").fill_null(0),
        pl.col("bike").replace_strict(SURCHARGE, return_dtype=pl.Float64).alias("extra"),
    )
    paid = (pl.col("minutes") - pl.col("included")).clip(0, None)
    return table.with_columns((paid * pl.col("per_minute") + pl.col("extra")).alias("fare"))


class Report:
    def __init__(self, fares):
        self.fares = fares

    def per_plan(self):
        return (
            self.fares.group_by("plan")
            .agg(pl.len().alias("rides"), pl.col("fare").mean().alias("mean_fare"))
            .sort("plan")
        )

    def headline(self):
        fares = self.fares["fare"]
        return {"rides": len(fares), "total": fares.sum(), "mean": fares.mean()}


def forecast(headline, growth, months):
    total = headline["total"]
    return [round(total * (1 + growth) ** m, 3) for m in range(1, months + 1)]


def main():
    report = Report(price(load(RIDES), load(PLANS)))
    for row in report.per_plan().iter_rows(named=True):
        print(row["plan"], row["rides"], round(row["mean_fare"], 4))
    head = report.headline()
    print({k: round(v, 4) for k, v in head.items()})
    print("forecast", forecast(head, 0.03, 4))


if __name__ == "__main__":
    main()
