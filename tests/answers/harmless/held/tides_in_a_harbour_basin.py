"""Tell a harbour master how long the basin was deep enough for each of three ships.

The gauge writes -99.9 when its float sticks and skips some minutes altogether. Both become missing values on a gapless
calendar; short gaps are interpolated and long ones stay missing and are taken out of the shares.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the missing minutes of the gauge, which every figure of the report passes over on purpose
Report: none
"""

import numpy as np
import pandas as pd

STUCK = -99.9
LONGEST_GAP = 6  # steps of ten minutes


def gauge(seed):
    """Return the log of the gauge: stuck readings as -99.9, lost minutes left out."""
    rng = np.random.default_rng(seed)
    times = pd.date_range("2024-03-01", periods=14 * 144, freq="10min")
    hours = np.arange(len(times)) / 6
    depth = 6.2 + 1.9 * np.cos(2 * np.pi * hours / 12.42) + 0.6 * np.cos(2 * np.pi * hours / 12.0)
    depth = depth + rng.normal(0, 0.05, len(times))
    depth[rng.random(len(times)) < 0.02] = STUCK
    depth[700:760] = STUCK  # cleaning of the well
    log = pd.DataFrame({"time": times, "depth": depth.round(2)})
    return log.drop(index=rng.choice(len(times), 40, replace=False)).reset_index(drop=True)


def on_calendar(log):
    """Return depths every ten minutes, gaps as missing values."""
    depths = log.set_index("time")["depth"].replace(STUCK, np.nan)
    return depths.asfreq("10min")


def fill_short_gaps(depths):
    """Interpolate gaps of up to LONGEST_GAP steps and leave longer ones as they are."""
    missing = depths.isna()
    run = missing.ne(missing.shift()).cumsum()
    length = missing.groupby(run).transform("sum")
    filled = depths.interpolate(limit_area="inside")
    return filled.where(~missing | (length <= LONGEST_GAP))


def share_deep_enough(depths, draught):
    """Return the share of the known minutes that are at least as deep as a draught and a metre."""
    known = depths.dropna()
    return (known >= draught + 1.0).mean()


def main():
    """Print the report."""
    depths = on_calendar(gauge(5))
    filled = fill_short_gaps(depths)
    print(
        f"{len(depths)} steps, {int(depths.isna().sum())} missing, {int(filled.isna().sum())} after filling"
    )
    for ship, draught in [("Anna", 4.1), ("Bertha", 5.3), ("Clara", 6.4)]:
        print(f"{ship:<7} {100 * share_deep_enough(filled, draught):5.1f} % of the time")
    daily = filled.resample("1D").agg(["min", "max", "count"])
    complete = daily[daily["count"] >= 130]
    print(f"days with nearly all readings: {len(complete)}")
    print(f"mean range of these days: {(complete['max'] - complete['min']).mean():.2f} m")
    smooth = filled.rolling(13, center=True, min_periods=7).mean()
    print(f"highest smoothed water: {smooth.max():.2f} m on {smooth.idxmax():%d %B %H:%M}")


if __name__ == "__main__":
    main()
