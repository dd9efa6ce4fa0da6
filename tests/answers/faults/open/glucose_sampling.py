"""Mean glucose of a patient from irregular finger-prick samples with gaps.

Symptom: The number is wrong.
Culprit: Series.interpolate() ignores the irregular time index.
Report: theOehrly/Fast-F1#710
"""

import numpy as np
import pandas as pd


def samples(seed=6):
    rng = np.random.default_rng(seed)
    minutes = [0]
    while minutes[-1] < 2880:
        hour = (minutes[-1] / 60.0) % 24
        step = rng.integers(8, 20) if 7 <= hour < 10 else rng.integers(70, 160)
        minutes.append(minutes[-1] + int(step))
    minutes = np.array(minutes)
    hours = minutes / 60.0
    level = 5.4 + 4.2 * np.exp(-((((hours % 24) - 9.5) / 2.2) ** 2)) + 0.9 * np.sin(hours / 4)
    stamp = pd.Timestamp("2023-02-01") + pd.to_timedelta(minutes, unit="min")
    series = pd.Series(level + rng.normal(0, 0.1, level.size), index=stamp)
    hour = hours % 24
    failed = (hour > 9.0) & (hour < 13.0) & (rng.random(level.size) < 0.75)
    series[failed] = np.nan
    return series


def repair(series):
    return series.interpolate()  # culprit


def time_weighted_mean(series):
    seconds = (series.index - series.index[0]).total_seconds().to_numpy()
    area = np.trapezoid(series.to_numpy(), seconds)
    return area / seconds[-1]


def time_above(series, limit):
    seconds = series.index.to_series().diff().shift(-1).dt.total_seconds()
    return seconds[series > limit].sum() / seconds.sum()


def main():
    raw = samples()
    repaired = repair(raw)
    print(f"samples {raw.size}, failed {int(raw.isna().sum())}")
    print(f"mean glucose : {time_weighted_mean(repaired):.3f} mmol/l")
    print(f"above 8 mmol/l: {100 * time_above(repaired, 8.0):.2f} % of the time")


if __name__ == "__main__":
    main()
