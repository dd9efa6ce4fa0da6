"""Melt-season heat flow through a snow pack, explicit finite differences.

Culprit: array prefilled with NaN, loop bound off by one leaves one cell unfilled
Report: general NumPy pattern (no thread)
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Pack:
    depth_m: float = 1.2
    layers: int = 25
    conductivity: float = 0.35
    density: float = 320.0
    heat_capacity: float = 2100.0

    @property
    def dz(self):
        return self.depth_m / (self.layers - 1)

    @property
    def diffusivity(self):
        return self.conductivity / (self.density * self.heat_capacity)


class Profile:
    def __init__(self, pack, surface_c, ground_c):
        self.pack = pack
        self.temp = np.linspace(surface_c, ground_c, pack.layers)

    def gradient(self):
        """Central differences inside, one-sided at both ends."""
        t, dz = self.temp, self.pack.dz
        n = len(t)
        grad = np.full(n, np.nan)
        grad[0] = (t[1] - t[0]) / dz
        grad[-1] = (t[-1] - t[-2]) / dz
        for k in range(1, n - 2):  # culprit
            grad[k] = (t[k + 1] - t[k - 1]) / (2 * dz)
        return grad

    def step(self, dt, surface_c):
        t = self.temp
        lap = t[2:] - 2 * t[1:-1] + t[:-2]
        t[1:-1] += dt * self.pack.diffusivity * lap / self.pack.dz**2
        t[0] = surface_c

    def flux(self):
        return -self.pack.conductivity * self.gradient()


def surface_series(hours, rng):
    h = np.arange(hours)
    daily = 4.5 * np.sin(2 * np.pi * (h - 8) / 24)
    return np.minimum(-5.0 + daily + 0.4 * rng.standard_normal(hours), 0.0)


def run(hours=72, dt=600.0):
    rng = np.random.default_rng(31)
    profile = Profile(Pack(), surface_c=-6.0, ground_c=-0.5)
    history = []
    for surface in surface_series(hours, rng):
        for _ in range(int(3600 / dt)):
            profile.step(dt, surface)
        history.append(profile.flux())
    return profile, np.array(history)


def summarise(history):
    daily = history.reshape(-1, 24, history.shape[1]).mean(axis=1)
    stored = daily[:, 0] - daily[:, -1]
    mean_flux = daily.mean(axis=1)
    return stored, mean_flux


def main():
    profile, history = run()
    stored, mean_flux = summarise(history)
    for day, (s, f) in enumerate(zip(stored, mean_flux), 1):
        print(f"day {day}: top minus bottom {s:6.2f} W/m2, column mean {f:6.2f} W/m2")
    melt_mm = np.sum(np.clip(mean_flux, 0, None)) * 86400 / 334000
    print("coldest layer", profile.temp.min().round(2), "melt equivalent", melt_mm)


if __name__ == "__main__":
    main()
