"""Season by season mass balance of a glacier from a row of ablation stakes.

Readings come every ten days; the record is cut into blocks of 18 readings (half years).
Symptom: the last seasonal mean and the trend over all seasons are nan.
Culprit: the block edges already end at 180 and the length 180 is appended once more, so the last block is empty.
Report: none
"""

import numpy as np

READINGS_PER_SEASON = 18


def stake_record(n_stakes=9, n_readings=180, seed=88):
    rng = np.random.default_rng(seed)
    t = np.arange(n_readings)
    melt = -0.05 * (1 + np.sin(2 * np.pi * t / 36)) - 0.0002 * t
    record = melt + rng.normal(0, 0.01, (n_stakes, n_readings))
    # a few stakes were snowed in and could not be read
    record[rng.random(record.shape) < 0.04] = np.nan
    return record


def season_edges(n_readings, block=READINGS_PER_SEASON):
    edges = list(range(0, n_readings + 1, block))  # culprit, too
    return edges + [n_readings]  # culprit


def glacier_mean(record):
    return np.nanmean(record, axis=0)


def seasonal_balance(series, edges):
    out = []
    for lo, hi in zip(edges[:-1], edges[1:]):
        out.append(series[lo:hi].mean())
    return np.array(out)


def linear_trend(values):
    x = np.arange(len(values)) - (len(values) - 1) / 2
    return float(x @ (values - values.mean()) / (x @ x))


def main():
    record = stake_record()
    print("stakes x readings:", record.shape, " unread:", int(np.isnan(record).sum()))
    series = glacier_mean(record)
    edges = season_edges(len(series))
    balance = seasonal_balance(series, edges)
    for k, b in enumerate(balance):
        half = "summer" if k % 2 == 0 else "winter"
        print(f"season {k:>2} ({half}): {b:+.4f} m w.e. per reading")
    print(f"trend per season: {linear_trend(balance):+.5f}")


if __name__ == "__main__":
    main()
