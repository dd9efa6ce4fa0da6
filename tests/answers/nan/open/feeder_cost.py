"""Cost of a day's electricity on a feeder at spot prices.

The exchange publishes hourly prices in local time, the meter logs in UTC. The script
brings both on one clock and prints energy, cost and the mean price paid.

Culprit: the prices lose their time zone without being converted to UTC, so they sit
2 hours late (summer time); the first 2 of the meter's 24 hours find no price and the
dot product of load and price is NaN.
"""

import numpy as np
import pandas as pd


def exchange_prices():
    """EUR per MWh for one day, stamped with local time."""
    hours = pd.date_range("2025-06-18 00:00", periods=24, freq="h", tz="Europe/Berlin")
    level = 70 + 28 * np.cos(2 * np.pi * (hours.hour.to_numpy() - 19) / 24)
    noon = -45 * np.exp(-0.5 * ((hours.hour.to_numpy() - 13) / 2.2) ** 2)
    return pd.Series(np.round(level + noon, 2), index=hours, name="price")


def meter_load(seed=40):
    """MW on the feeder, stamped with UTC."""
    rng = np.random.default_rng(seed)
    hours = pd.date_range("2025-06-17 22:00", periods=24, freq="h")
    shape = 3.1 + 0.9 * np.sin(2 * np.pi * (hours.hour.to_numpy() - 5) / 24)
    return pd.Series(shape + rng.normal(0, 0.05, 24), index=hours, name="load")


def on_meter_clock(prices, load):
    naive = prices.tz_localize(None)  # culprit
    return naive.reindex(load.index)


def bill(load, price):
    energy = load.sum()
    cost = np.dot(load.to_numpy(), price.to_numpy())
    return {"energy": energy, "cost": cost, "mean": cost / energy}


def main():
    load = meter_load()
    price = on_meter_clock(exchange_prices(), load)
    day = bill(load, price)
    print(f"hours {len(load)}, energy {day['energy']:.3f} MWh")
    print(f"cost {day['cost']:.2f} EUR, mean price {day['mean']:.2f} EUR/MWh")


main()
