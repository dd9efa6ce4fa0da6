"""Interpolate snow depth from stations and estimate catchment storage.

Inverse distance weights with an elevation gradient; prints storage by band.

Symptom: none
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np

EDGES = (700, 1000, 1300, 1600, 2300)
SNOW_DENSITY = 0.3
CELL_AREA = 1e6


@dataclass
class Stations:
    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    snow: np.ndarray

    @classmethod
    def simulate(cls, rng, n=14):
        x = rng.uniform(0, 30, n)
        y = rng.uniform(0, 20, n)
        z = rng.uniform(600, 2200, n)
        return cls(x, y, z, 0.08 * (z - 500) + rng.normal(0, 9, n))

    def gradient(self):
        return np.polyfit(self.z, self.snow, 1)


def terrain(columns=30, rows=20):
    x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    return x, y, 700 + 40 * x + 25 * np.abs(y - 10)


def weights(x, y, stations):
    dx = x[..., None] - stations.x
    dy = y[..., None] - stations.y
    return 1.0 / (dx**2 + dy**2 + 0.25)


def interpolate(stations, x, y, z):
    trend = np.poly1d(stations.gradient())
    w = weights(x, y, stations)
    residual = stations.snow - trend(stations.z)
    return np.maximum(trend(z) + (w @ residual) / w.sum(axis=-1), 0.0)


def main():
    stations = Stations.simulate(np.random.default_rng(37))
    x, y, z = terrain()
    depth = interpolate(stations, x, y, z)
    print("gradient [cm/100 m]: %.4f" % (100 * stations.gradient()[0]))
    band = np.digitize(z, EDGES) - 1
    for b, (low, high) in enumerate(zip(EDGES, EDGES[1:])):
        cells = depth[band == b]
        print("band %d-%d: %d cells, %.4f cm" % (low, high, cells.size, cells.mean()))
    volume = depth.sum() / 100 * CELL_AREA * SNOW_DENSITY
    print("storage [million m3]: %.5f" % (volume / 1e6))
    print("deepest: %.4f" % depth.max())


if __name__ == "__main__":
    main()
