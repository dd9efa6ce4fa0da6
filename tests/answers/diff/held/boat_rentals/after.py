"""Monthly revenue of a boat rental from its booking export.

Symptom: The last number is another one.
Culprit: Explicit day-first format dropped, dd/mm dates parsed month first (38783 -> 35184.5).
Report: pandas-dev/pandas#19402
"""

import io

import numpy as np
import pandas as pd

RATES = {"kayak": 12.0, "sloop": 38.0}


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
    return pd.read_csv(handle, parse_dates=["date"], dtype={"hours": float})  # culprit


def price(df, surcharge=1.25):
    summer = df["date"].dt.month.between(7, 8)
    return df["boat"].map(RATES) * df["hours"] * np.where(summer, surcharge, 1.0)


def main():
    df = load(export())
    df["revenue"] = price(df)
    monthly = df.groupby(df["date"].dt.month)["revenue"].sum()
    print(monthly.round(0).to_string())
    print("best month:", monthly.idxmax())
    print(f"season revenue {df['revenue'].sum():.2f}")


if __name__ == "__main__":
    main()
