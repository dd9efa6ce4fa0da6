"""Draw a map of the groundwater table from scattered wells, up to the border of the county.

Symptom: none
Culprit: none
Tempts: `nan` could accuse `griddata`, which gives NaN outside the hull of the wells; the nearest well fills them.
Report: none
"""

import numpy as np
from scipy.interpolate import griddata


def wells(rng, number):
    """Return places in kilometres and the height of the water there in metres."""
    places = rng.uniform([2.0, 1.0], [38.0, 24.0], size=(number, 2))
    height = 64.0 - 0.35 * places[:, 0] + 2.0 * np.sin(places[:, 1] / 6.0)
    return places, height + rng.normal(0.0, 0.05, size=number)


def map_of(places, height):
    """Return the water table on a grid of half kilometres and the cells outside all wells."""
    east, north = np.meshgrid(np.arange(0.0, 40.5, 0.5), np.arange(0.0, 25.5, 0.5))
    inside = griddata(places, height, (east, north), method="linear")
    outside = np.isnan(inside)
    inside[outside] = griddata(places, height, (east[outside], north[outside]), method="nearest")
    return inside, outside


def flow(table):
    """Return the mean fall of the water in metres a kilometre, eastwards and northwards."""
    northwards, eastwards = np.gradient(table, 0.5)
    return -eastwards.mean(), -northwards.mean()


table, outside = map_of(*wells(np.random.default_rng(66), number=120))
eastwards, northwards = flow(table)
print(f"{outside.mean():.1%} of the map lies outside the wells")
print(f"water table from {table.min():.2f} to {table.max():.2f} m")
print(f"it falls {eastwards:.4f} m/km to the east and {northwards:.4f} m/km to the north")
row, column = np.unravel_index(table.argmin(), table.shape)
print(f"lowest at {column / 2:.1f} km east, {row / 2:.1f} km north")
