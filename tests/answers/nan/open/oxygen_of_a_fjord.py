"""The oxygen of a fjord at the depths of a net, from a profile with a gap.

Symptom: two depths have nan, and so does the total
Culprit: interp gives nan next to a missing value: the bottle at 30 m was broken, and 25 m and 35 m lie beside it
Report: pydata/xarray#5852
"""

import numpy as np
import xarray as xr


def profile():
    depth = np.arange(0.0, 101.0, 10.0)
    oxygen = 280.0 * np.exp(-depth / 70.0)
    oxygen[3] = np.nan  # broken on the way up
    salinity = 20.0 + 14.0 * (1 - np.exp(-depth / 25.0))
    return xr.Dataset(
        {"oxygen": ("depth", oxygen), "salinity": ("depth", salinity)},
        coords={"depth": depth},
    )


def at_the_net(cast, depths):
    return cast.interp(depth=depths)  # culprit


def habitat(cast, catch):
    suitable = cast["oxygen"] / 280.0 * (cast["salinity"] / 34.0)
    return float(np.dot(suitable.values, catch))


def main():
    depths = np.array([5.0, 15.0, 25.0, 35.0, 45.0, 60.0])
    catch = np.array([2.0, 7.0, 11.0, 6.0, 3.0, 1.0])
    cast = at_the_net(profile(), depths)
    for depth, value in zip(depths, cast["oxygen"].values, strict=True):
        print(f"{depth:5.0f} m {value:8.1f}")
    print("index of the habitat:", habitat(cast, catch))


main()
