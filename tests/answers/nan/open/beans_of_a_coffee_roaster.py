"""Report the loss of weight of each sort of coffee beans in a roastery.

Symptom: two sorts have a mean loss of NaN, the weekly cost is NaN, and NaN sorts as the largest loss.
Culprit: `fill_null` fills nothing: a weight missing in NumPy is NaN, which Polars takes for a number.
Report: pola-rs/polars#3525 (drop_nulls and fill_null leave NaN alone)
"""

import numpy as np
import polars as pl

SORTS = ["Sidamo", "Santos", "Huila", "Antigua", "Kilimanjaro"]
PRICES = pl.DataFrame({"sort": SORTS, "price": [9.8, 6.4, 7.9, 8.8, 10.5]})


def batches(rng, number=140):
    """Return what the scales wrote: NaN where the scale was switched off when a batch came out."""
    sort = rng.integers(0, len(SORTS), number)
    green = np.round(rng.uniform(14.0, 16.0, number), 2)
    loss = 0.145 + 0.01 * sort + rng.normal(0.0, 0.006, number)
    roasted = np.round(green * (1.0 - loss), 2)
    off = rng.choice(np.flatnonzero((sort == 2) | (sort == 4)), 5, replace=False)
    roasted[off] = np.nan
    day = rng.integers(0, 28, number)
    return pl.DataFrame({"day": day, "sort": np.array(SORTS)[sort], "green": green, "roasted": roasted})


def complete(table):
    """Put the usual weight of its sort in place of a weight that the scale missed."""
    usual = pl.col("green") * 0.835
    return table.with_columns(pl.col("roasted").fill_null(usual))  # culprit


def with_loss(table):
    return table.with_columns(
        (1.0 - pl.col("roasted") / pl.col("green")).alias("loss"),
        (pl.col("day") // 7).alias("week"),
    )


def by_sort(table):
    grouped = table.group_by("sort").agg(
        pl.len().alias("batches"),
        pl.col("loss").mean().alias("mean"),
        pl.col("loss").max().alias("largest"),
    )
    return grouped.sort("mean", descending=True)


def cost_by_week(table):
    lost = (pl.col("green") - pl.col("roasted")) * pl.col("price")
    return table.join(PRICES, on="sort").group_by("week").agg(lost.sum().alias("cost")).sort("week")


def main():
    table = with_loss(complete(batches(np.random.default_rng(81))))
    for sort, number, mean, largest in by_sort(table).iter_rows():
        print(f"{sort:12s} {number:3d} batches, mean loss {mean:.4f}, largest {largest:.4f}")
    costs = cost_by_week(table)
    for week, cost in costs.iter_rows():
        print(f"week {week + 1}: {cost:.2f} euros lost by roasting")
    print(f"month: {costs['cost'].sum():.2f} euros")


if __name__ == "__main__":
    main()
