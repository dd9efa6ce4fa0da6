"""Bill a dairy for the highest quarter of an hour of its power, from a meter that reports every five minutes."""

import numpy as np
import pandas as pd

EUROS_PER_KW = 7.4
EUROS_PER_KWH = 0.21


class Meter:
    """A meter whose value is the mean power of the five minutes that end at its time stamp."""

    def __init__(self, days, seed):
        rng = np.random.default_rng(seed)
        stamps = pd.date_range("2026-02-02 00:05", periods=288 * days, freq="5min")
        base = 22 + 14 * np.sin(np.pi * np.clip(stamps.hour - 4, 0, 14) / 14)
        peaks = np.where(rng.random(stamps.size) < 0.02, rng.uniform(20, 60, stamps.size), 0.0)
        self.kilowatts = pd.Series(base + peaks + rng.normal(0, 1, stamps.size), index=stamps)

    def quarters(self):
        return self.kilowatts.resample("15min", closed="right", label="right").mean()


def bill(meter):
    quarters = meter.quarters()
    energy = meter.kilowatts.sum() / 12
    return {
        "highest": quarters.max(),
        "when": quarters.idxmax(),
        "power": quarters.max() * EUROS_PER_KW,
        "energy": energy * EUROS_PER_KWH,
    }


def main():
    meter = Meter(days=7, seed=46)
    result = bill(meter)
    print(f"highest quarter {result['highest']:.3f} kW until {result['when']:%d %b %H:%M}")
    print(f"power {result['power']:.2f} euros, energy {result['energy']:.2f} euros")
    print(meter.quarters().nlargest(4).round(2).to_string())
    print(f"{len(meter.quarters())} quarters")


if __name__ == "__main__":
    main()
