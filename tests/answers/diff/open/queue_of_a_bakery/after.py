"""How long people wait at a bakery with two tills.

Symptom: people wait less
Culprit: a till is free again a service after the guest came, not after it began
Report: none
"""

import numpy as np


class Tills:
    def __init__(self, count):
        self.free = np.zeros(count)
        self.busy = np.zeros(count)

    def serve(self, arrival, service):
        """Serve one guest at the till that is free first, and return the wait."""
        till = self.free.argmin()
        start = max(arrival, self.free[till])
        self.free[till] = arrival + service  # culprit
        self.busy[till] += service
        return start - arrival

    @property
    def load(self):
        return self.busy / self.free.max()


def guests(seed, count=400):
    rng = np.random.default_rng(seed)
    arrivals = np.cumsum(rng.exponential(1.0, count))
    return arrivals, rng.gamma(2.0, 0.85, count)


def main():
    tills = Tills(2)
    waits = np.array([tills.serve(*guest) for guest in zip(*guests(22))])
    print(f"mean wait {waits.mean():.6f}, longest {waits.max():.6f}")
    print(f"no wait {np.mean(waits == 0):.5f}")
    print(f"busy {tills.load.round(5)}")


main()
