"""Wind rose and mean direction at a harbour mast.

Sorts hourly winds into eight sectors, keeps calms apart, and prints the share of
each sector and the steadiness of the wind.

Culprit: none
Tempts: calms have speed 0 and no direction, coded 0 like north, and the unit vectors
divide by a speed of 0 only where the guard allows; the sums stay finite.
"""

import numpy as np

SECTORS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def mast(hours=720, seed=103):
    rng = np.random.default_rng(seed)
    u = 3.1 + rng.normal(0, 3.0, hours)
    v = 1.2 + rng.normal(0, 3.0, hours)
    calm = rng.random(hours) < 0.07
    u[calm], v[calm] = 0.0, 0.0
    return u, v


def direction_from(u, v):
    return np.degrees(np.arctan2(-u, -v)) % 360.0


def unit(component, speed):
    return np.divide(component, speed, out=np.zeros_like(component), where=speed > 0)


u, v = mast()
speed = np.hypot(u, v)
calm = speed == 0
sector = np.floor((direction_from(u, v) + 22.5) / 45.0).astype(int) % 8
share = np.bincount(sector[~calm], minlength=8) / speed.size
for name, value in zip(SECTORS, share):
    print(f"{name:2s} {value:6.1%}")
print(f"calm {calm.mean():.1%}")
steadiness = np.hypot(unit(u, speed).sum(), unit(v, speed).sum()) / np.count_nonzero(~calm)
mean_from = float(direction_from(u.mean(), v.mean()))
print(f"mean from {mean_from:.1f} deg, steadiness {steadiness:.3f}")
