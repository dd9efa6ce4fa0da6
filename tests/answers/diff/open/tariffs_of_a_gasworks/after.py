"""Find out which of three tariffs of a gasworks is best for households of different size.

Symptom: the first household is billed as before, and all larger ones pay the same as it.
Culprit: the cache keeps the bill by the name of the tariff and the number of months, not by what was used.
Report: none
"""

import logging
from dataclasses import dataclass, field

import numpy as np

log = logging.getLogger(__name__)

STEP_KWH = 12000.0
REBATE = 0.9
MONTHS = np.arange(12)


@dataclass(frozen=True)
class Tariff:
    name: str
    fixed: float
    rate: float

    def price(self, kwh):
        low, high = min(kwh, STEP_KWH), max(kwh - STEP_KWH, 0.0)
        return self.fixed + self.rate * (low + REBATE * high)


TARIFFS = (Tariff("basic", 60.0, 0.142), Tariff("comfort", 132.0, 0.121), Tariff("large", 240.0, 0.113))


def heating(month):
    return np.maximum(np.cos(2 * np.pi * (month - 0.5) / 12), 0.0)


def year_of_use(size, base=350.0, winter=1450.0):
    return size * (base + winter * heating(MONTHS))


@dataclass
class Office:
    """Bills households, and keeps what it has billed, because the price list is slow."""

    kept: dict = field(default_factory=dict)

    def bill(self, tariff, use):
        key = (tariff.name, len(use))  # culprit
        if key not in self.kept:
            log.debug("new bill for %s", key)
            self.kept[key] = tariff.price(use.sum())
        return self.kept[key]

    def bills(self, use):
        return {tariff.name: self.bill(tariff, use) for tariff in TARIFFS}


def show(size, use, bills):
    best = min(bills, key=bills.get)
    line = ", ".join(f"{name} {value:9.3f}" for name, value in bills.items())
    print(f"size {size}: {use.sum():9.2f} kWh: {line}; best: {best}")


def main(sizes=(0.5, 1.0, 1.8, 3.0)):
    office = Office()
    for size in sizes:
        use = year_of_use(size)
        show(size, use, office.bills(use))


if __name__ == "__main__":
    main()
