"""Next-week demand per shop from last week's sales (lag regression)."""

import numpy as np
import pandas as pd


def weekly_sales(seed=36, shops=25, weeks=20):
    rng = np.random.default_rng(seed)
    frames = []
    for s in range(shops):
        level = rng.uniform(20, 400)
        x = level
        sales = []
        for _ in range(weeks):
            x = level + 0.6 * (x - level) + rng.normal(0, 0.08 * level)
            sales.append(x)
        frames.append(pd.DataFrame({"shop": f"shop_{s:02d}", "week": np.arange(weeks), "sales": sales}))
    return pd.concat(frames, ignore_index=True)


def add_lag(df):
    df = df.sort_values(["shop", "week"]).copy()
    df["lag1"] = df.groupby("shop")["sales"].shift(1)
    return df.dropna()


def centre(df):
    df = df.copy()
    mean = df.groupby("shop")["sales"].transform("mean")
    df["y"] = df["sales"] / mean - 1
    df["x"] = df["lag1"] / mean - 1
    return df


def slope(df):
    return (df["x"] * df["y"]).sum() / (df["x"] ** 2).sum()


def main():
    df = centre(add_lag(weekly_sales()))
    b = slope(df)
    rest = df["y"] - b * df["x"]
    print("shops:", df["shop"].nunique())
    print(f"mean weekly sales {df['sales'].mean():.2f}")
    print(f"residual spread {rest.std():.4f}")
    print(f"persistence coefficient {b:.3f}")


main()
