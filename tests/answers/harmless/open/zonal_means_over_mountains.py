"""Average the wind of a pressure level around each circle of latitude, where mountains cut holes into the level.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the measured NaN below ground, or `nanmean` of the circles that lie wholly below ground.
Report: EC-Earth/ece2cmor3#622
"""

import warnings

import numpy as np

LATITUDES = np.linspace(-87.5, 87.5, 36)
LONGITUDES = np.arange(0.0, 360.0, 5.0)


def wind_on_level(rng):
    """Return the wind on one pressure level; it is NaN where the ground is higher than the level."""
    jet = 30.0 * np.exp(-(((np.abs(LATITUDES) - 40.0) / 15.0) ** 2))
    wind = jet[:, None] + rng.normal(0.0, 4.0, size=(LATITUDES.size, LONGITUDES.size))
    wind[LATITUDES < -75.0] = np.nan  # the Antarctic plateau
    himalaya = (LATITUDES > 27.0) & (LATITUDES < 38.0)
    wind[np.ix_(himalaya, (LONGITUDES > 75.0) & (LONGITUDES < 100.0))] = np.nan
    return wind


def zonal_mean(field):
    """Return the mean of each row and the number of values behind it."""
    count = np.isfinite(field).sum(axis=1)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Mean of empty slice")
        mean = np.nanmean(field, axis=1)
    return mean, count


rng = np.random.default_rng(7)
mean, count = zonal_mean(wind_on_level(rng))
above_ground = count > 0
weight = np.cos(np.deg2rad(LATITUDES[above_ground]))
strongest = np.nanargmax(mean)
print(f"{np.count_nonzero(~above_ground)} circles lie below ground and are left out")
print(f"strongest: {mean[strongest]:.2f} m/s at {LATITUDES[strongest]:.1f} degrees")
print(f"mean of the level: {np.average(mean[above_ground], weights=weight):.3f} m/s")
