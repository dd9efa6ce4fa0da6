"""Standardised state fields for a regional weather emulator, and a persistence score.

Symptom: The program prints NaN or inf.
Culprit: Standardising a constant (all zero) rain field divides by zero.
Report: mllam/neural-lam#136
"""

import numpy as np
import xarray as xr

FIELDS = ["t2m", "u10", "v10", "rain"]


def archive(seed=2, hours=96):
    rng = np.random.default_rng(seed)
    y, x = np.arange(12), np.arange(15)
    shape = (hours, y.size, x.size)
    hour = np.arange(hours)[:, None, None]
    data = {
        "t2m": 287 + 5 * np.sin(2 * np.pi * hour / 24) + rng.normal(0, 0.5, shape),
        "u10": 3 + rng.normal(0, 1.2, shape),
        "v10": -1 + rng.normal(0, 1.2, shape),
        "rain": np.zeros(shape),
    }
    return xr.Dataset(
        {k: (("time", "y", "x"), v) for k, v in data.items()}, coords={"time": hour[:, 0, 0], "y": y, "x": x}
    )


class StateScaler:
    def __init__(self, ds):
        self.mean = ds.mean()
        self.std = ds.std()

    def __call__(self, ds):
        return (ds - self.mean) / self.std  # culprit


def to_samples(ds):
    stacked = ds[FIELDS].to_array("field").transpose("time", "y", "x", "field")
    return stacked.values.reshape(ds.sizes["time"], -1)


def persistence_rmse(samples, lead=1):
    diff = samples[lead:] - samples[:-lead]
    return np.sqrt((diff**2).mean())


def main():
    ds = archive()
    scaler = StateScaler(ds)
    samples = to_samples(scaler(ds))
    print("sample matrix:", samples.shape)
    print("field means:", {k: round(float(ds[k].mean()), 2) for k in FIELDS})
    print(f"persistence RMSE (1 h): {persistence_rmse(samples):.3f}")


if __name__ == "__main__":
    main()
