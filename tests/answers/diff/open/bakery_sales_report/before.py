"""Write the weekly report of a bakery: sales by product and by weekday."""

import numpy as np
import pandas as pd


def read_sales():
    rng = np.random.default_rng(14)
    days = pd.date_range("2024-03-04", periods=84, freq="D").repeat(3)
    products = np.tile(["bread", "cake", "roll"], 84)
    pieces = rng.poisson(np.tile([120, 30, 260], 84))
    return pd.DataFrame({"day": days, "product": products, "pieces": pieces})


def main():
    df = read_sales()
    prices = pd.Series({"bread": 3.9, "cake": 2.75, "roll": 0.45})
    df["turnover"] = df["pieces"] * df["product"].map(prices)
    df["weekday"] = df["day"].dt.day_name()
    total = df.groupby("product")["turnover"].sum()
    share = total["cake"] / total.sum()
    mean = df.groupby("weekday")["turnover"].mean()
    print(total.to_string())
    print(mean.sort_index().to_string())
    print(f"share of cake: {share:.15f}")


main()
