"""Simulate the waiting times of a clinic's patients from a fixed seed.

Symptom: The seed is the same, but every waiting time differs from the published run.
Culprit: `rng.choice` picks a desk that is only printed and takes a number from the stream before the arrivals.
Report: numpy/numpy#28078
"""

import numpy as np


def simulate(rng, patients):
    arrivals = np.cumsum(rng.exponential(6.0, patients))
    services = rng.gamma(2.0, 2.5, patients)
    waits = np.zeros(patients)
    free_at = 0.0
    for i in range(patients):
        start = max(arrivals[i], free_at)
        waits[i] = start - arrivals[i]
        free_at = start + services[i]
    return waits


def main():
    desks = ["north", "south", "east"]
    rng = np.random.RandomState(2023)
    desk = rng.choice(desks)  # culprit
    waits = simulate(rng, 200)
    print("desk:", "listed" if desk in desks else "unknown")
    print("first waits:", np.round(waits[:6], 3))
    print(f"mean wait {waits.mean():.3f} min, longest {waits.max():.3f} min")
    print(f"patients who waited over ten minutes: {(waits > 10).sum()}")


main()
