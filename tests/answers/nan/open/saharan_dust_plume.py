"""Dust load that a Saharan plume carried past five Atlantic stations (xarray and SciPy).

The gridded optical depth is interpolated to the stations and integrated over time.
Symptom: the loads of all five stations, and the total along the path, are nan.
Culprit: the station longitudes are negative degrees west while the grid runs from 300 to 360 degrees east, so interp
leaves the grid.
Report: none
"""

import numpy as np
import xarray as xr
from scipy.integrate import trapezoid

STATIONS = {
    "Nouadhibou": (20.9, -17.0),
    "Sal": (16.7, -22.9),
    "Mid-Atlantic buoy": (15.0, -38.0),
    "Barbados": (13.1, -59.6),
    "Dakar": (14.7, -17.5),
}


def reanalysis():
    time = np.arange(0, 121, 6.0)
    lat = np.arange(0.0, 41.0, 2.0)
    lon = np.arange(300.0, 361.0, 2.0)
    tt, la, lo = np.meshgrid(time, lat, lon, indexing="ij")
    centre = 350.0 - 0.4 * tt
    aod = 0.1 + 0.9 * np.exp(-(((lo - centre) / 7.0) ** 2) - ((la - 17.0) / 5.0) ** 2)
    return xr.DataArray(
        aod, coords={"time": time, "lat": lat, "lon": lon}, dims=("time", "lat", "lon"), name="aod"
    )


def station_points(stations):
    names = list(stations)
    lat = xr.DataArray([stations[n][0] for n in names], dims="station", coords={"station": names})
    lon = xr.DataArray([stations[n][1] for n in names], dims="station", coords={"station": names})  # culprit
    return lat, lon


def loads(aod, stations):
    lat, lon = station_points(stations)
    at_station = aod.interp(lat=lat, lon=lon)
    hours = at_station["time"].values
    values = trapezoid(at_station.transpose("station", "time").values, hours, axis=1)
    return dict(zip(stations, values))


def main():
    aod = reanalysis()
    print("grid:", dict(aod.sizes), " max AOD:", round(float(aod.max()), 3))
    result = loads(aod, STATIONS)
    for name, value in result.items():
        print(f"{name:<18} {value:9.3f} AOD h")
    print("total along the path:", round(float(sum(result.values())), 3))


if __name__ == "__main__":
    main()
