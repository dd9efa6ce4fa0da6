"""Plan the doses of a drug: concentration in the blood over two days."""

import math

import numpy as np


class Drug:
    def __init__(self, half_life, volume):
        self.volume = volume
        self.rate = math.log(2) / half_life

    def concentration(self, hours, doses):
        total = np.zeros_like(hours)
        for moment, amount in doses:
            since = hours - moment
            share = np.where(since >= 0, np.exp(-self.rate * since), 0.0)
            total += amount / self.volume * share
        return total


def main():
    drug = Drug(half_life=6.0, volume=40.0)
    hours = np.linspace(0, 48, 481)
    doses = [(8.0 * n, 250.0) for n in range(6)]
    level = drug.concentration(hours, doses)
    steady = level[hours >= 24]
    print(f"highest {steady.max():.3f} mg/l, lowest {steady.min():.3f} mg/l")
    print(f"hours below 4 mg/l: {(steady < 4).sum() / 10}")
    print(f"doses until steady: {math.ceil(4 / drug.rate / 8)}")


main()
