"""Analyses the flight of geese across a sound: ground track from tracker headings
and wind, mean direction, its concentration and the drift by hour.

Symptom: none
Culprit: none
Tempts: angles in degrees that are converted in one place
"""

import numpy as np
import xarray as xr

HOURS, FLOCKS = 10, 30


def tracker(rng):
    hour = np.arange(HOURS)
    heading = rng.normal(220 + 1.5 * hour[:, None], 12, (HOURS, FLOCKS)) % 360
    speed = rng.normal(17, 1.2, (HOURS, FLOCKS))
    wind_from = 290 + 4 * hour
    wind = 5 + 0.3 * hour
    return xr.Dataset(
        {
            "heading": (("hour", "flock"), heading),
            "speed": (("hour", "flock"), speed),
            "wind_from": ("hour", wind_from.astype(float)),
            "wind": ("hour", wind),
        },
        coords={"hour": hour + 6, "flock": np.arange(FLOCKS)},
    )


def components(direction, length):
    """East and north parts of a movement towards a compass direction."""
    angle = np.deg2rad(direction)
    return length * np.sin(angle), length * np.cos(angle)


def wind_components(ds):
    towards = np.deg2rad((ds["wind_from"] + 180) % 360)
    return ds["wind"] * np.sin(towards), ds["wind"] * np.cos(towards)


def compass(east, north):
    return np.rad2deg(np.arctan2(east, north)) % 360


def main():
    ds = tracker(np.random.default_rng(1912))
    air_e, air_n = components(ds["heading"], ds["speed"])
    wind_e, wind_n = wind_components(ds)
    east, north = air_e + wind_e, air_n + wind_n
    unit_e, unit_n = components(ds["heading"], 1.0)
    concentration = float(np.hypot(unit_e.mean(), unit_n.mean()))
    track = compass(east.mean("flock"), north.mean("flock"))
    ground = np.hypot(east, north)
    print(f"headings {ds['heading'].size}, concentration {concentration:.3f}")
    print(f"mean heading {float(compass(unit_e.mean(), unit_n.mean())):.1f} degrees")
    print(f"ground speed {float(ground.mean()):.2f} m/s, least {float(ground.min()):.2f}")
    print("track by hour", np.round(track.values, 0))
    print(f"crossed in ten hours: {float(np.hypot(east.mean(), north.mean())) * 36:.1f} km")


if __name__ == "__main__":
    main()
