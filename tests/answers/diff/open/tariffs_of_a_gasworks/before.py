"""Find out which of three tariffs of a gasworks is best for households of different size."""

import numpy as np

RATES = {"basic": (60.0, 0.142), "comfort": (132.0, 0.121), "large": (240.0, 0.113)}
STEP = 12000.0
REBATE = 0.9


def year_of_use(size):
    month = np.arange(12)
    heating = np.maximum(np.cos(2 * np.pi * (month - 0.5) / 12), 0.0)
    return size * (350.0 + 1450.0 * heating)


def bill(tariff, use):
    fixed, rate = RATES[tariff]
    total = use.sum()
    return fixed + rate * (min(total, STEP) + REBATE * max(total - STEP, 0.0))


for size in (0.5, 1.0, 1.8, 3.0):
    use = year_of_use(size)
    bills = {tariff: bill(tariff, use) for tariff in RATES}
    best = min(bills, key=bills.get)
    line = ", ".join(f"{tariff} {value:9.3f}" for tariff, value in bills.items())
    print(f"size {size}: {use.sum():9.2f} kWh: {line}; best: {best}")
