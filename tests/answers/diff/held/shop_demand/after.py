"""Next-week demand per shop from last week's sales (lag regression).

Symptom: The last number is another one.
Culprit: Groupby dropped from the lag, first week of a shop gets the previous shop's sales (0.501 -> 0.062).
Report: business-science/timetk#58
"""

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


def add_lag(df, lag=1):
    df = df.sort_values(["shop", "week"], ignore_index=True)
    df["lag1"] = df["sales"].shift(lag)  # culprit
    return df.dropna()


def centre(df):
    mean = df.groupby("shop")["sales"].transform("mean")
    return df.assign(x=df["lag1"] / mean - 1, y=df["sales"] / mean - 1)


def slope(df):
    return df["x"].dot(df["y"]) / df["x"].dot(df["x"])


def main():
    df = centre(add_lag(weekly_sales()))
    b = slope(df)
    rest = df["y"] - b * df["x"]
    print("shops:", df["shop"].nunique())
    print(f"mean weekly sales {df['sales'].mean():.2f}")
    print(f"residual spread {rest.std():.4f}")
    print(f"persistence coefficient {b:.3f}")


main()
