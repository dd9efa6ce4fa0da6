"""Heat content of the upper 100 m from a CTD cast.

Puts the upcast on levels of one metre and prints temperature at some depths, the
heat content and the depth of the 10 degree isotherm.

Culprit: after.py leaves out the sorting by pressure; the upcast comes deepest first,
np.interp wants ascending points and without them returns end values over most of the
range instead of the profile.
"""

import numpy as np

HEAT = 1025.0 * 3990.0  # J/(m3 K)


def upcast(seed=81):
    rng = np.random.default_rng(seed)
    pressure = np.linspace(118.0, 0.5, 140) + rng.normal(0, 0.15, 140)
    temperature = 6.0 + 9.5 / (1.0 + np.exp((pressure - 32.0) / 6.0))
    return pressure, temperature + rng.normal(0, 0.02, 140)


pressure, temperature = upcast()
order = np.argsort(pressure)  # culprit
pressure, temperature = pressure[order], temperature[order]
depth = np.arange(1.0, 101.0)
profile = np.interp(depth, pressure, temperature)
for d in (5, 30, 60, 100):
    print(f"{d:3d} m  {profile[d - 1]:7.3f} degC")
print(f"heat content {HEAT * profile.sum() / 1e9:.4f} GJ/m2")
print(f"10 degC at {np.abs(profile - 10.0).argmin() + 1} m")
