"""The depth of snow on a map, from poles beside mountain huts.

Symptom: the volume of snow is nan
Culprit: griddata gives nan outside of the polygon around the poles, and the corners of the map lie there
Report: RocketPy-Team/RocketPy#969
"""

import numpy as np
from scipy.interpolate import griddata


def poles(rng, count):
    places = rng.uniform(200.0, 4800.0, (count, 2))
    height = 1200.0 + 0.25 * places[:, 1]
    depth = 0.4 + (height - 1200.0) / 900.0 + rng.normal(0, 0.05, count)
    return places, depth


def surface(places, depth, side, step):
    axis = np.arange(0.0, side + step, step)
    east, north = np.meshgrid(axis, axis)
    return griddata(places, depth, (east, north), method="linear")  # culprit


def volume(snow, step):
    return snow.sum() * step * step


def water(snow, step, density=320.0):
    return volume(snow, step) * density / 1000.0


def main():
    places, depth = poles(np.random.default_rng(33), 40)
    snow = surface(places, depth, side=5000.0, step=250.0)
    print("map:", snow.shape, "deepest at a pole:", depth.max().round(2))
    print("water in the snow, cubic metres:", water(snow, 250.0))


main()
