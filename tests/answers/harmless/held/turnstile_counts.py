"""Passenger statistics of a metro line from turnstile counters.

Adds up entries per station and hour, prints totals, shares and the busiest day.

Symptom: none
Culprit: none
Tempts: the log itself stays int32 and totals exceed 2^31, but every sum is made in int64.
Report: none
"""

import numpy as np

STATIONS = ["Quay", "Market", "Museum", "Stadium", "Airport"]
DAYS = 365


def gate_log(rng):
    """Entries per station, day and gate group, as read from the counters."""
    level = np.array([5.1, 2.2, 0.9, 1.6, 7.3]) * 1e4
    week = np.array([1.0, 1.05, 1.05, 1.1, 1.2, 0.8, 0.6])[np.arange(DAYS) % 7]
    mean = level[:, None, None] * week[None, :, None] * np.ones(120)[None, None, :] * 1.2
    return rng.poisson(mean).astype(np.int32)


def station_totals(log):
    return log.sum(axis=(1, 2), dtype=np.int64)


def daily_means(log):
    return log.sum(axis=2).mean(axis=1)


def busiest_day(log):
    per_day = log.sum(axis=(0, 2), dtype=np.int64)
    return int(per_day.argmax()), int(per_day.max())


def main():
    log = gate_log(np.random.default_rng(6))
    totals = station_totals(log)
    shares = totals / totals.sum()
    for name, total, share, mean in zip(STATIONS, totals, shares, daily_means(log)):
        print(f"{name:8s} {total:14d}  share {share:7.3f}  daily mean {mean:12.1f}")
    print("line total:", int(totals.sum()))
    day, entries = busiest_day(log)
    print("busiest day:", day, entries)
    weekday = log.sum(axis=(0, 2), dtype=np.int64)[:364].reshape(52, 7).mean(axis=0)
    print("weekday profile:", np.round(weekday / weekday.mean(), 3))


if __name__ == "__main__":
    main()
