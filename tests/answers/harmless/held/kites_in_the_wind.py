"""Compute the pull of kites in parallel and put the results back in order.

Symptom: none
Culprit: none
Tempts: `check-determinism` could accuse the order in which the threads finish; every result has its own slot.
Report: none
"""

import time
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np

AIR = 1.225


def flight(seed, minutes=20):
    """Return the wind in m/s during one flight, second by second."""
    rng = np.random.default_rng(seed)
    gust = np.convolve(rng.normal(0, 1.0, minutes * 60 + 29), np.ones(30) / 30, mode="valid")
    return np.maximum(7.0 + 6.0 * gust, 0.0)


def pull(name, area, seed):
    wind = flight(seed)
    time.sleep(0.001 * (hash(name) % 7))
    newtons = 0.5 * AIR * 0.8 * area * wind**2
    return name, newtons


class Report:
    def __init__(self, kites):
        self.names = [name for name, _ in kites]
        self.mean = np.empty(len(kites))
        self.peak = np.empty(len(kites))

    def put(self, name, newtons):
        slot = self.names.index(name)
        self.mean[slot] = newtons.mean()
        self.peak[slot] = np.quantile(newtons, 0.99)

    def show(self):
        for name, mean, peak in zip(self.names, self.mean, self.peak, strict=True):
            print(f"{name:8s} {mean:8.3f} N, peak {peak:8.3f} N")
        print(f"all      {self.mean.sum():8.3f} N")


def main():
    kites = [("delta", 1.2), ("diamond", 0.8), ("box", 1.9), ("dragon", 3.4), ("rokkaku", 2.6)]
    report = Report(kites)
    with ThreadPoolExecutor(max_workers=3) as pool:
        jobs = [pool.submit(pull, name, area, seed) for seed, (name, area) in enumerate(kites)]
        for job in as_completed(jobs):
            report.put(*job.result())
    report.show()


if __name__ == "__main__":
    main()
