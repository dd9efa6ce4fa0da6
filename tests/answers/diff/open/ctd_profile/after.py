"""Heat content of the upper 100 m from a CTD cast.

Puts the upcast on levels of one metre and prints temperature at some depths, the
heat content and the depth of the 10 degree isotherm. The regridding is a function
that also serves other variables.

Culprit: see before.py; the sorting by pressure got lost on the way.
"""

import numpy as np

DENSITY = 1025.0  # kg/m3
SPECIFIC_HEAT = 3990.0  # J/(kg K)
LEVELS = np.arange(1.0, 101.0)


def upcast(seed=81):
    rng = np.random.default_rng(seed)
    pressure = np.linspace(118.0, 0.5, 140) + rng.normal(0, 0.15, 140)
    temperature = 6.0 + 9.5 / (1.0 + np.exp((pressure - 32.0) / 6.0))
    return {"pressure": pressure, "temperature": temperature + rng.normal(0, 0.02, 140)}


def regrid(cast, name):
    return np.interp(LEVELS, cast["pressure"], cast[name])


def heat_content(profile):
    return DENSITY * SPECIFIC_HEAT * profile.sum()


def isotherm(profile, value):
    return int(LEVELS[np.abs(profile - value).argmin()])


def main():
    profile = regrid(upcast(), "temperature")
    for depth in (5, 30, 60, 100):
        print(f"{depth:3d} m  {profile[depth - 1]:7.3f} degC")
    print(f"heat content {heat_content(profile) / 1e9:.4f} GJ/m2")
    print(f"10 degC at {isotherm(profile, 10.0)} m")


main()
