"""Currents between stations, on a grid.

Symptom: the strongest shear is nan
Culprit: points of the grid lie outside of all stations
Report: none
"""

import numpy as np
from scipy.interpolate import griddata


def stations(rng):
    places = rng.uniform(0, 10, (25, 2))
    return places, np.sin(places[:, 0]) + 0.2 * places[:, 1]


def on_a_grid(places, values):
    x, y = np.meshgrid(np.linspace(0, 10, 20), np.linspace(0, 10, 20))
    return griddata(places, values, (x, y), method="linear")  # culprit


def main():
    field = on_a_grid(*stations(np.random.default_rng(1)))
    shear = np.gradient(field, axis=0)
    print("strongest shear:", np.abs(shear).max())


main()
