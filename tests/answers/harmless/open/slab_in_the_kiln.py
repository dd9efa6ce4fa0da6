"""Temperature of a layered refractory slab that is fired from one side: explicit
finite differences over the layers, then block means for the kiln's logbook.

Symptom: none
Culprit: none
Tempts: an explicit scheme near its limit, and a slab that keeps heating up
"""

import numpy as np

LENGTH = 0.24
N = 121
LAYERS = [(0.09, 4.0e-7), (0.15, 8.0e-7), (0.24, 5.0e-7)]  # until depth, diffusivity


def diffusivity(x):
    d = np.empty_like(x)
    start = 0.0
    for until, value in LAYERS:
        d[(x >= start - 1e-12) & (x <= until + 1e-12)] = value
        start = until
    return d


class Slab:
    def __init__(self, t_start=25.0):
        self.x = np.linspace(0.0, LENGTH, N)
        self.dx = self.x[1] - self.x[0]
        self.d = diffusivity(self.x)
        self.temp = np.full(N, t_start)
        self.clock = 0.0

    def time_step(self, safety=0.75):
        return safety * self.dx**2 / (2 * self.d.max())

    def advance(self, seconds, hot):
        dt = self.time_step()
        half = 0.5 * (self.d[1:] + self.d[:-1])
        end = self.clock + seconds
        while self.clock < end - 1e-9:
            step = min(dt, end - self.clock)
            flux = half * np.diff(self.temp) / self.dx
            self.temp[1:-1] += step * np.diff(flux) / self.dx
            self.temp[0] = hot(self.clock + step)
            self.temp[-1] += 2 * step * -flux[-1] / self.dx
            self.clock += step

    def blocks(self, n=6):
        return [b.mean() for b in np.array_split(self.temp, n)]


def main():
    slab = Slab()
    ramp = lambda t: min(25.0 + t / 2.0, 900.0)
    for quarter in range(1, 4):
        slab.advance(266.0, ramp)
        blocks = "  ".join(f"{b:7.1f}" for b in slab.blocks())
        print(f"after {slab.clock:6.0f} s  {blocks}")
    stored = np.trapezoid(slab.temp - 25.0, slab.x)
    print(f"heat stored per area and capacity: {stored:.3f} K m")


if __name__ == "__main__":
    main()
