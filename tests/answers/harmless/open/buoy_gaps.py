"""Wave heights from three buoys; the loggers write -999 for a missing hour.

Symptom: none
Culprit: none
Tempts: sentinel to NaN, nanmean, masked arrays, all-missing hour
Report: own
"""

import io

import numpy as np

LOG = """hour,north,east,south
0,1.2,0.9,-999
1,1.3,-999,1.7
2,1.5,1.1,1.9
3,-999,1.4,-999
4,1.9,1.3,2.2
5,2.2,-999,2.4
6,2.1,1.6,-999
7,-999,-999,-999
8,1.8,1.5,2.0
9,1.6,1.2,1.9
"""

MISSING = -999.0


def load(text):
    data = np.genfromtxt(io.StringIO(text), delimiter=",", skip_header=1)
    values = data[:, 1:]
    values[values == MISSING] = np.nan
    return data[:, 0].astype(int), values


def fill_short_gaps(series, hours, longest=1):
    """Interpolate gaps of one hour, leave longer ones open."""
    good = np.isfinite(series)
    out = series.copy()
    run = 0
    for i, ok in enumerate(good):
        run = 0 if ok else run + 1
        closed = not ok and (i + 1 == len(good) or good[i + 1])
        if closed and run <= longest and 0 < i < len(good) - 1:
            out[i] = np.interp(hours[i], hours[good], series[good])
    return out


class Climate:
    def __init__(self, hours, heights):
        self.hours = hours
        self.heights = heights

    def station_stats(self):
        mean = np.nanmean(self.heights, axis=0)
        high = np.nanmax(self.heights, axis=0)
        coverage = np.isfinite(self.heights).mean(axis=0)
        return mean, high, coverage

    def hourly_mean(self):
        masked = np.ma.masked_invalid(self.heights)
        mean = masked.mean(axis=1)
        return mean.filled(np.nan)

    def energy(self):
        h = self.hourly_mean()
        usable = ~np.isnan(h)
        return 0.49 * np.sum(h[usable] ** 2) / usable.sum()


def main():
    hours, raw = load(LOG)
    filled = np.column_stack([fill_short_gaps(c, hours) for c in raw.T])
    climate = Climate(hours, filled)
    mean, high, coverage = climate.station_stats()
    for name, m, h, c in zip(("north", "east", "south"), mean, high, coverage):
        print(f"{name:6s} mean {m:.3f} m, max {h:.1f} m, coverage {c:.0%}")
    print("open hours", int(np.isnan(filled).sum()))
    print(f"mean energy {climate.energy():.4f}")


if __name__ == "__main__":
    main()
