"""Waiting times at a two-counter post office, simulated.

Culprit: an extra draw for a log id shifts the random stream
Report: general (reproducibility threads)
"""

import heapq
from dataclasses import dataclass

import numpy as np


@dataclass
class Office:
    counters: int = 2
    arrivals_per_min: float = 0.55
    service_mean: float = 3.1
    service_cv: float = 0.7
    open_min: int = 240


def arrivals(office, rng):
    gaps = rng.exponential(1 / office.arrivals_per_min, size=300)
    times = np.cumsum(gaps)
    return times[times < office.open_min]


def services(office, n, rng):
    shape = 1 / office.service_cv**2
    return rng.gamma(shape, office.service_mean / shape, size=n)


def simulate(office, rng):
    arrive = arrivals(office, rng)
    serve = services(office, len(arrive), rng)
    free = [0.0 for _ in range(office.counters)]
    waits = np.empty(len(arrive))
    for i, (t, s) in enumerate(zip(arrive, serve)):
        start = max(t, heapq.heappop(free))
        waits[i] = start - t
        heapq.heappush(free, start + s)
    return waits


class Study:
    def __init__(self, office, seed):
        self.office = office
        self.rng = np.random.default_rng(seed)
        self.days = []
        self.log = []

    def day(self):
        self.log.append((len(self.days), self.rng.integers(1 << 30)))  # culprit
        waits = simulate(self.office, self.rng)
        self.days.append(waits)
        return waits

    def summary(self):
        every = np.concatenate(self.days)
        return every.mean(), np.quantile(every, 0.9)


def main():
    study = Study(Office(), seed=2024)
    for d in range(5):
        waits = study.day()
        print(f"day {study.log[-1][0]}: {len(waits)} customers, mean wait {waits.mean():.4f} min")
    mean, q90 = study.summary()
    print(f"overall mean {mean:.4f} q90 {q90:.4f}")


if __name__ == "__main__":
    main()
