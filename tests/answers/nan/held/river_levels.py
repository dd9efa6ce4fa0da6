"""Smooth river gauge readings; a lost reading is NaN and must be skipped.

Culprit: isnan is false under fastmath (Numba)
Report: numba/numba#2919, #9383
"""

import io

import numpy as np
from numba import njit

READINGS = """station,levels
Aue,1.20 1.22 1.25 - 1.31 1.34 1.33 1.30 - 1.24 1.22 1.21
Furt,0.80 0.84 0.91 0.98 1.02 1.01 0.97 0.93 0.90 0.86 0.84 0.83
Stein,2.10 - - 2.31 2.38 2.41 2.36 2.28 2.22 2.17 2.13 2.11
Wehr,0.55 0.58 0.61 0.60 0.62 - 0.60 0.58 0.57 0.56 0.55 0.55
"""


def parse(text):
    names, rows = [], []
    for line in io.StringIO(text).read().splitlines()[1:]:
        name, values = line.split(",")
        names.append(name)
        rows.append([np.nan if v == "-" else float(v) for v in values.split()])
    return names, np.array(rows)


@njit(cache=False, fastmath=True)  # culprit
def smooth(level, half):
    n = level.shape[0]
    out = np.empty(n)
    for i in range(n):
        total = 0.0
        count = 0
        for j in range(max(0, i - half), min(n, i + half + 1)):
            if not np.isnan(level[j]):
                total += level[j]
                count += 1
        out[i] = total / max(count, 1)
    return out


@njit
def rises(level, step):
    count = 0
    for i in range(1, level.shape[0]):
        if level[i] - level[i - 1] > step:
            count += 1
    return count


class Gauge:
    def __init__(self, name, level, half=2):
        self.name = name
        self.level = level
        self.smooth = smooth(level, half)

    def peak(self):
        return self.smooth.max()

    def rising(self, step=0.02):
        return rises(self.smooth, step)


def main():
    names, table = parse(READINGS)
    gauges = [Gauge(name, row) for name, row in zip(names, table)]
    for g in gauges:
        print(f"{g.name:6s} peak {g.peak():.3f} m, rising hours {g.rising()}")
    mean = np.mean([g.smooth for g in gauges], axis=0)
    print("basin mean", mean.round(3))
    print("flood index", mean.max() / mean.min())


if __name__ == "__main__":
    main()
