"""Counts the coins that tourists throw into a fountain, by country and hour.

Symptom: none
Culprit: none
Tempts: diff and check-determinism could accuse the set's order and the single-precision sums; cents round both away
Report: none
"""

import numpy as np

CENTS = {"Italy": (1, 2, 5, 10, 20, 50), "Japan": (1, 3, 6, 31, 63), "Peru": (2, 5, 12, 24), "Egypt": (2, 4)}


def throws(seed, hours):
    """A list of (country, hour, euros)."""
    rng = np.random.default_rng(seed)
    countries = sorted(CENTS)
    result = []
    for hour in range(hours):
        for number in rng.integers(0, len(countries), rng.poisson(60)):
            country = countries[number]
            result.append((country, hour, rng.choice(CENTS[country]) / 100.0))
    return result


def by_country(coins):
    """Sums in single precision, as the till stores them."""
    sums = {}
    for country in {name for name, _, _ in coins}:
        sums[country] = np.sum([euros for name, _, euros in coins if name == country], dtype=np.float32)
    return sums


def by_hour(coins, hours):
    table = np.zeros(hours, dtype=np.float32)
    np.add.at(table, [hour for _, hour, _ in coins], [euros for _, _, euros in coins])
    return table


coins = throws(1762, 24)
sums = by_country(coins)
total = sum(sums.values(), np.float32(0.0))
hourly = by_hour(coins, 24)
print("coins", len(coins))
for country in sorted(sums):
    print(f"{country:6s} {sums[country]:8.2f}")
print(f"total {total:.2f}, by hours {hourly.sum():.2f}")
print("best hour", int(hourly.argmax()))
