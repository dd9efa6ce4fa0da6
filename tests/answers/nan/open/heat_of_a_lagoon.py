"""Work out how much heat a lagoon holds from casts of a thermometer, month by month.

Symptom: The heat of all months and the gain over the year are nan.
Culprit: The casts begin at 1.5 m and are interpolated to levels from 0 m on; outside the casts interp gives NaN.
Report: pydata/xarray#3172 (interp gives NaN outside the source coordinate)
"""

import numpy as np
import xarray as xr

DENSITY = 1025.0
HEAT_CAPACITY = 3990.0
AREA = 4.2e6  # square metres
MONTHS = np.arange(1, 13)


class Campaign:
    """A year of casts: some of the upper sensors failed now and then."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.depth = np.array([1.5, 3.0, 5.0, 8.0, 12.0, 17.0, 23.0, 30.0])

    def casts(self):
        surface = 14.0 - 8.0 * np.cos(2 * np.pi * (MONTHS - 2) / 12)
        deep = 6.5 + 0.3 * np.sin(2 * np.pi * MONTHS / 12)
        mixing = np.exp(-self.depth / 9.0)
        values = deep[:, None] + (surface - deep)[:, None] * mixing
        values += self.rng.normal(0.0, 0.08, values.shape)
        return xr.DataArray(
            values,
            coords={"month": MONTHS, "depth": self.depth},
            dims=("month", "depth"),
            name="temperature",
            attrs={"units": "degree_Celsius"},
        )

    def with_failures(self, casts):
        failed = xr.zeros_like(casts, dtype=bool)
        for month, level in ((3, 2), (3, 3), (7, 5), (10, 1)):
            failed[{"month": month, "depth": level}] = True
        return casts.where(~failed)


def mended(casts):
    """Fill failed sensors from those above and below."""
    return casts.interpolate_na("depth", method="linear")


def even_levels(casts, step=1.0):
    """The casts on levels one metre apart, from the surface to the lowest sensor."""
    levels = np.arange(0.0, float(casts.depth.max()) + step / 2, step)
    return casts.interp(depth=levels)  # culprit


def heat(profile):
    """Heat above freezing in joules per square metre."""
    return DENSITY * HEAT_CAPACITY * profile.integrate("depth")


def thermocline(casts):
    """Depth of the steepest fall of temperature."""
    gradient = casts.differentiate("depth")
    return gradient.depth[gradient.argmin("depth")]


campaign = Campaign(seed=606)
raw = campaign.with_failures(campaign.casts())
print("failed readings:", int(raw.isnull().sum()))
casts = mended(raw)
print("left after mending:", int(casts.isnull().sum()))
print("mean temperature:", round(float(raw.mean()), 3))

levels = even_levels(casts)
stored = heat(levels) * AREA / 1e15
for month in MONTHS:
    depth = float(thermocline(casts.sel(month=month)))
    print(f"month {month:2d}: {float(stored.sel(month=month)):8.4f} PJ, thermocline at {depth:4.1f} m")
gain = stored.sel(month=8) - stored.sel(month=2)
print(f"gain over the year: {float(gain):.4f} PJ")
