"""Mean low-level divergence of a retrieved wind field on a (z, y, x) grid.

Symptom: The last number is another one.
Culprit: Loops to np.gradient in a class; dv/dy taken along the x axis (1.30e-3 -> 3.65e-4).
Report: openradar/PyDDA#64
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Grid:
    dx: float = 1000.0
    dy: float = 500.0
    dz: float = 250.0
    shape: tuple = (8, 24, 30)

    def mesh(self):
        steps = (self.dz, self.dy, self.dx)
        axes = [np.arange(n) * d for n, d in zip(self.shape, steps)]
        return np.meshgrid(*axes, indexing="ij")


class WindField:
    def __init__(self, grid, u, v):
        self.grid, self.u, self.v = grid, u, v

    @classmethod
    def retrieve(cls, grid, seed=51):
        rng = np.random.default_rng(seed)
        zz, yy, xx = grid.mesh()
        u = 6 + 4e-4 * xx + 2 * np.sin(2 * np.pi * yy / 9000) + 0.002 * zz
        v = -2 + 9e-4 * yy + 3 * np.cos(2 * np.pi * xx / 15000)
        noise = rng.normal(0, 0.05, (2,) + u.shape)
        return cls(grid, u + noise[0], v + noise[1])

    @staticmethod
    def _inner(field):
        return field[:, 1:-1, 1:-1]

    def divergence(self):
        dudx = np.gradient(self.u, self.grid.dx, axis=2)
        dvdy = np.gradient(self.v, self.grid.dy, axis=2)  # culprit
        return self._inner(dudx + dvdy)

    def vorticity(self):
        dvdx = np.gradient(self.v, self.grid.dx, axis=2)
        dudy = np.gradient(self.u, self.grid.dy, axis=1)
        return self._inner(dvdx - dudy)


def main():
    wind = WindField.retrieve(Grid())
    divergence, vorticity = wind.divergence(), wind.vorticity()
    print("mean wind: %.2f %.2f m/s" % (wind.u.mean(), wind.v.mean()))
    print("vorticity spread: %.3e 1/s" % vorticity.std())
    print("divergence spread: %.3e 1/s" % divergence.std())
    print("mean divergence: %.4e 1/s" % divergence.mean())


if __name__ == "__main__":
    main()
