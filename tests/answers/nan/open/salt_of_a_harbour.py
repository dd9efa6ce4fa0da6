"""The salinity of a harbour every ten seconds, from a probe that sends about once a minute.

Symptom: every value is nan
Culprit: the probe's times lie between those of the new grid, and asfreq takes only values at its times
Report: pandas-dev/pandas#9915
"""

import numpy as np
import pandas as pd


def probe(count):
    rng = np.random.default_rng(6)
    gaps = 60_067 + rng.integers(-30, 30, count)
    stamps = pd.Timestamp("2025-03-31 21:48:52.672") + pd.to_timedelta(np.cumsum(gaps), unit="ms")
    salinity = 31.0 + 0.4 * np.sin(np.arange(count) / 9) + rng.normal(0, 0.02, count)
    return pd.Series(salinity, index=stamps, name="salinity")


def on_a_grid(series, step):
    return series.resample(step).asfreq().interpolate(limit=12)  # culprit


def density(salinity, temperature):
    return 999.8 + 0.8 * salinity - 0.004 * temperature**2


def main():
    salinity = on_a_grid(probe(40), "10s")
    temperature = pd.Series(np.linspace(9.0, 9.6, len(salinity)), index=salinity.index)
    rho = density(salinity, temperature)
    print(rho.describe().to_string())
    print("mean density:", np.mean(rho.to_numpy()))


main()
