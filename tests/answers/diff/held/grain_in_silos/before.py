"""Reports how much grain each silo of a cooperative holds, and what it is worth."""

import numpy as np
import pandas as pd

PRICES = {"barley": 182.0, "oats": 205.0, "wheat": 221.5}
SILOS = ["A1", "A2", "B1", "B2", "C1"]


def probe_readings(seed: int = 11) -> pd.DataFrame:
    """Weights in tonnes, four times a day; a probe misses some readings."""
    rng = np.random.default_rng(seed)
    times = pd.date_range("2024-09-02", periods=56, freq="6h")
    rows = []
    for number, silo in enumerate(SILOS):
        drift = rng.normal(-0.8, 1.5, len(times)).cumsum()
        weights = 120.0 + 35.0 * number + drift
        weights[rng.random(len(times)) < 0.25] = np.nan
        rows.append(pd.DataFrame({"time": times, "silo": silo, "tonnes": weights}))
    readings = pd.concat(rows, ignore_index=True)
    return readings.sort_values(["time", "silo"], ignore_index=True)


def crops() -> pd.DataFrame:
    """What lies in which silo."""
    return pd.DataFrame({"silo": SILOS, "crop": ["wheat", "oats", "wheat", "barley", "barley"]})


def fill_gaps(readings: pd.DataFrame) -> pd.DataFrame:
    """Carry the last weight of a silo over missed readings."""
    filled = readings.copy()
    filled["tonnes"] = filled.groupby("silo")["tonnes"].ffill()
    return filled.dropna(subset=["tonnes"])


def daily_stock(filled: pd.DataFrame) -> pd.DataFrame:
    """The mean weight of each silo on each day."""
    day = filled["time"].dt.floor("D")
    return filled.groupby([day, "silo"])["tonnes"].mean().reset_index()


def value_of(stock: pd.DataFrame) -> pd.DataFrame:
    """Add the crop and its value in euros."""
    priced = stock.merge(crops(), on="silo", how="left")
    priced["euros"] = priced["tonnes"] * priced["crop"].map(PRICES)
    return priced


def main() -> None:
    readings = probe_readings()
    stock = daily_stock(fill_gaps(readings))
    priced = value_of(stock)
    by_crop = priced.groupby("crop")["euros"].mean()
    print("missed readings:", int(readings["tonnes"].isna().sum()))
    for crop, euros in by_crop.items():
        print(f"{crop:8s} {euros:12.2f}")
    print("total", round(float(by_crop.sum()), 2))


if __name__ == "__main__":
    main()
