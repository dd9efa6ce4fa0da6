"""Values the energy of a wind turbine at the day-ahead price.

Symptom: mean price and mean income are nan although no price is missing.
Culprit: the log is indexed by date and the price column by 0 to 89, so no label of the two matches and all 90 prices become nan.
Report: https://financial-it-engineer.hatenablog.com/entry/2019/08/23/230239
"""

import numpy as np
import pandas as pd


def turbine_log(days=90, seed=7):
    """Mean wind and energy of one turbine, one row a day."""
    generator = np.random.default_rng(seed)
    dates = pd.date_range("2023-03-01", periods=days, freq="D")
    wind = generator.weibull(2.0, days) * 8.0
    energy = 24 * 2000 * np.clip((wind - 3.0) / 10.0, 0.0, 1.0) ** 1.5
    return pd.DataFrame({"date": dates, "wind": wind, "energy": energy}).set_index("date")


def price_table(days=90, seed=8):
    """Day-ahead price in EUR/MWh, as it comes out of the trader's file."""
    generator = np.random.default_rng(seed)
    dates = pd.date_range("2023-03-01", periods=days, freq="D")
    prices = 80.0 + generator.normal(0.0, 15.0, days)
    return pd.DataFrame({"date": dates, "price": prices})


def add_income(log, prices):
    log = log.copy()
    log["price"] = prices["price"]  # culprit
    log["income"] = log["energy"] / 1000.0 * log["price"]
    return log


def capacity_factor(log, rated_kw=2000.0):
    return log["energy"].sum() / (24 * rated_kw * len(log))


def main():
    log = add_income(turbine_log(), price_table())
    print(f"{len(log)} days, mean wind {log['wind'].mean():.2f} m/s")
    print(f"capacity factor: {capacity_factor(log):.1%}")
    print(f"mean price: {log['price'].mean():.2f} EUR/MWh")
    print(f"mean income a day: {log['income'].mean():.2f} EUR")
    value = log["income"].mean() / (log["energy"].mean() / 1000.0)
    print(f"captured price: {value:.2f} EUR/MWh")


if __name__ == "__main__":
    main()
