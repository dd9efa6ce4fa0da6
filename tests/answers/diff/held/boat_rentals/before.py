"""Monthly revenue of a boat rental from its booking export."""

import io

import numpy as np
import pandas as pd


def export(seed=27, n=300):
    rng = np.random.default_rng(seed)
    day = rng.integers(1, 13, n)
    month = rng.choice(np.arange(4, 11), n, p=[0.05, 0.08, 0.18, 0.27, 0.25, 0.12, 0.05])
    hours = rng.integers(1, 9, n)
    rows = ["date,boat,hours"]
    for d, m, h in zip(day, month, hours):
        rows.append(f"{d:02d}/{m:02d}/2023,{rng.choice(['kayak', 'sloop'])},{h}")
    return io.StringIO("\n".join(rows))


def load(handle):
    df = pd.read_csv(handle)
    df["date"] = pd.to_datetime(df["date"], format="%d/%m/%Y")
    return df


def price(df):
    rate = df["boat"].map({"kayak": 12.0, "sloop": 38.0})
    summer = df["date"].dt.month.isin([7, 8])
    return rate * df["hours"] * np.where(summer, 1.25, 1.0)


def main():
    df = load(export())
    df["revenue"] = price(df)
    monthly = df.groupby(df["date"].dt.month)["revenue"].sum()
    print(monthly.round(0).to_string())
    print("best month:", monthly.idxmax())
    print(f"season revenue {df['revenue'].sum():.2f}")


if __name__ == "__main__":
    main()
