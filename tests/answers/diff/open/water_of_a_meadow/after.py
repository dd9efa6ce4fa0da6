"""Follow the water in the soil of a mountain meadow for one year, day by day.

Symptom: Runoff, leakage and the water that the plants use change by some per cent; snow stays the same.
Culprit: The water of the day enters the soil before the plants' dryness and the leak are computed from the soil.
Report: none
"""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Weather:
    air: np.ndarray
    falls: np.ndarray
    demand: np.ndarray

    @classmethod
    def drawn(cls, seed, days=365):
        rng = np.random.default_rng(seed)
        day = np.arange(days)
        air = 4.0 - 11.0 * np.cos(2 * np.pi * (day - 20) / 365) + rng.normal(0, 2.5, days)
        falls = np.where(rng.random(days) < 0.38, rng.gamma(0.9, 9.0, days), 0.0)
        return cls(air, falls, np.clip(0.18 * (air + 3.0), 0.0, None))


@dataclass
class Snowpack:
    depth: float = 0.0
    rate: float = 3.2

    def step(self, air, fall):
        """Take up the fall or let it through; return the water that reaches the soil."""
        water = fall
        if air < 0.5:
            self.depth += fall
            water = 0.0
        melted = min(self.depth, self.rate * air) if air > 0.0 else 0.0
        self.depth -= melted
        return water + melted


@dataclass
class Soil:
    store: float = 90.0
    capacity: float = 140.0
    wilting: float = 35.0
    leakage: float = 0.015
    totals: dict = field(default_factory=lambda: {"runoff": 0.0, "leak": 0.0, "used": 0.0})

    def dryness(self):
        share = (self.store - self.wilting) / (self.capacity - self.wilting)
        return min(max(share, 0.0), 1.0)

    def step(self, water, demand):
        self.store += water  # culprit
        used = demand * self.dryness()
        leak = self.leakage * self.store
        self.store -= used + leak
        runoff = max(self.store - self.capacity, 0.0)
        self.store -= runoff
        for name, amount in (("runoff", runoff), ("leak", leak), ("used", used)):
            self.totals[name] += amount


def year(weather, snow, soil):
    """Run the year; return the store of the soil and the snow of each day."""
    stores, depths = [], []
    for air, fall, demand in zip(weather.air, weather.falls, weather.demand, strict=True):
        soil.step(snow.step(air, fall), demand)
        stores.append(soil.store)
        depths.append(snow.depth)
    return np.array(stores), np.array(depths)


def main():
    weather = Weather.drawn(1864)
    snow, soil = Snowpack(), Soil()
    start = soil.store
    stores, depths = year(weather, snow, soil)
    print(f"fallen         {weather.falls.sum():9.3f} mm")
    print(f"run off        {soil.totals['runoff']:9.3f} mm")
    print(f"leaked         {soil.totals['leak']:9.3f} mm")
    print(f"used by plants {soil.totals['used']:9.3f} mm")
    print(f"stored         {soil.store + snow.depth - start:9.3f} mm")
    print(f"driest day     {stores.argmin():5d} with {stores.min():.3f} mm")
    print(f"deepest snow   {depths.max():9.3f} mm")
    for quarter, part in enumerate(np.split(stores[:364], 4), start=1):
        print(f"quarter {quarter}: {part.mean():9.3f} mm in the soil")


if __name__ == "__main__":
    main()
