"""Standardises the logarithms of hourly rain at several stations.

Symptom: all log means are -inf and all spreads nan although nanmean and nanstd are used.
Culprit: about 30 % of the hours have 0 mm, whose logarithm is -inf, which the nan functions do not leave out.
Report: https://coderoad.ru/28954429/
"""

import warnings

import numpy as np

warnings.simplefilter("ignore")


def hourly_rain(stations=6, hours=720, seed=22):
    """Rain in mm an hour; hours without a reading are missing."""
    generator = np.random.default_rng(seed)
    wet = generator.random((stations, hours)) < 0.7
    rain = np.where(wet, generator.lognormal(0.2, 0.9, (stations, hours)), 0.0)
    rain[generator.random((stations, hours)) < 0.04] = np.nan
    return rain


def log_rain(rain):
    return np.log10(rain)  # culprit


def station_statistics(logs):
    """Mean and spread of the logarithms at every station, without missing hours."""
    return np.nanmean(logs, axis=1), np.nanstd(logs, axis=1)


def standardise(logs):
    mean, spread = station_statistics(logs)
    return (logs - mean[:, None]) / spread[:, None]


def main():
    rain = hourly_rain()
    print(f"{rain.shape[0]} stations, missing {np.isnan(rain).mean():.1%}")
    print(f"mean rain: {np.nanmean(rain):.2f} mm/h")
    logs = log_rain(rain)
    mean, spread = station_statistics(logs)
    for number, (centre, width) in enumerate(zip(mean, spread), start=1):
        print(f"  station {number}: log mean {centre:.3f}, log spread {width:.3f}")
    print(f"typical wet-hour rain: {10 ** np.mean(mean):.2f} mm/h")
    extreme = np.nanmax(standardise(logs))
    print(f"largest standardised value: {extreme:.2f}")


if __name__ == "__main__":
    main()
