"""Adds up the energy of a small water wheel from its one-second readings over a
summer and works out earnings and hours of full load.

Symptom: none
Culprit: none
Tempts: readings in float32, summed in a compiled loop
"""

import numpy as np
from numba import njit

SECONDS_PER_DAY = 86_400
DAYS = 120
FULL_LOAD = 6.0  # joule per second on this little wheel


@njit
def ledger(power, seconds_per_day):
    """Energy on the ledger at the end of each day."""
    n_days = power.size // seconds_per_day
    page = np.zeros(n_days)
    total = np.float64(0.0)
    for d in range(n_days):
        for s in range(seconds_per_day):
            total += power[d * seconds_per_day + s]
        page[d] = total
    return page


def wheel(rng):
    """Power second by second: water falls over the summer, with a daily rhythm."""
    day = np.repeat(np.arange(DAYS), 288)
    part = np.tile(np.arange(288), DAYS)
    level = 4.6 * np.exp(-day / 100.0) * (1 + 0.15 * np.sin(2 * np.pi * part / 288))
    level *= rng.gamma(40.0, 1 / 40.0, level.size)
    return np.repeat(level, SECONDS_PER_DAY // 288).astype(np.float32)


def main():
    rng = np.random.default_rng(1842)
    power = wheel(rng)
    page = ledger(power, SECONDS_PER_DAY)
    daily = np.diff(page, prepend=0.0)
    print(f"readings {power.size}, mean {power.mean(dtype=np.float64):.4f} W")
    print(f"energy of the summer {page[-1] / 3.6e6:.4f} kWh")
    print(f"hours of full load {page[-1] / FULL_LOAD / 3600:.2f}")
    for first in range(0, DAYS, 30):
        part = daily[first : first + 30]
        print(f"  days {first + 1:3d}-{first + 30:3d}: {part.mean() / 3600:.3f} Wh a day")
    print(f"weakest day {daily.argmin() + 1}: {daily.min() / 3600:.3f} Wh")


if __name__ == "__main__":
    main()
