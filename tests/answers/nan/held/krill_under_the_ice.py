"""Relate the krill that a ship's sounder found to the ice that a satellite saw, along a line to the south.

Symptom: part of the ice along the line is nan, the correlation is nan and the fitted slope is nan.
Culprit: the latitudes of the ice are multiples of 0.1 that are not rounded as those of the krill: not all are equal.
Report: pydata/xarray#4507 (data assigned to a Dataset is dropped where rounded coordinates differ)
"""

import numpy as np
import xarray as xr

SOUTH, NORTH, STEP = -66.0, -60.0, 0.1


def line():
    """Return the latitudes of the ship's line, to a tenth of a degree."""
    return np.round(np.linspace(SOUTH, NORTH, 61), 1)


def smooth(values, width):
    window = np.hanning(width)
    return np.convolve(np.pad(values, width // 2, mode="edge"), window / window.sum(), mode="valid")


def krill(rng):
    """Return the catch in grams per square metre."""
    latitude = line()
    swarm = smooth(rng.gamma(0.7, 30.0, latitude.size), 7)
    edge = 1.0 / (1.0 + np.exp((latitude + 63.2) / 0.4))
    return xr.DataArray(swarm * (0.3 + edge), coords={"lat": latitude}, dims="lat", name="krill")


def satellite(rng):
    """Return the part of the sea that is under ice, on the satellite's own grid."""
    latitude = STEP * np.arange(-670, -589)  # culprit
    ice = 1.0 / (1.0 + np.exp((latitude + 63.0) / 0.5))
    ice = np.clip(ice + smooth(rng.normal(0.0, 0.08, latitude.size), 5), 0.0, 1.0)
    return xr.DataArray(ice, coords={"lat": latitude}, dims="lat", name="ice")


def daylight(latitude):
    """Return the hours of day at the end of October."""
    declination = np.deg2rad(-13.0)
    return 24.0 / np.pi * np.arccos(-np.tan(np.deg2rad(latitude)) * np.tan(declination))


def voyage(rng):
    table = xr.Dataset({"krill": krill(rng)})
    table["day"] = daylight(table["lat"])
    table["ice"] = satellite(rng)  # culprit, too
    return table


def slope(table):
    """Return how the logarithm of the krill changes with ice, at equal day."""
    columns = [table["ice"].to_numpy(), table["day"].to_numpy()]
    design = np.stack([np.ones(table.sizes["lat"]), *columns], axis=1)
    normal = design.T @ design
    return np.linalg.solve(normal, design.T @ np.log(table["krill"].to_numpy()))[1]


def main():
    table = voyage(np.random.default_rng(88))
    print(f"{table.sizes['lat']} places, {float(table['krill'].mean()):.3f} g/m2")
    print(f"under ice: {float(table['ice'].mean()):.3f}")
    together = np.corrcoef(table["ice"].to_numpy(), table["krill"].to_numpy())[0, 1]
    print(f"correlation of ice and krill: {together:.4f}")
    print(f"slope: {slope(table):.4f}")


if __name__ == "__main__":
    main()
