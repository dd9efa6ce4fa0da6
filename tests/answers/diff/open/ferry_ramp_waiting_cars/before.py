"""Simulates the car queue at a ferry ramp on a summer Saturday and estimates how many
cars are left on the quay and how long the others have waited."""

import numpy as np


def simulate(rng):
    n = rng.poisson(410)
    arrivals = np.sort(rng.normal(11.0, 2.6, n).clip(5, 20))
    lengths = rng.choice([4.2, 5.1, 9.0], size=n, p=[0.70, 0.22, 0.08])
    departures = np.arange(6.0, 21.0, 0.75)
    delays = rng.exponential(0.06, departures.size)
    waits = []
    head = 0
    left_most = 0
    for dep, late in zip(departures, delays):
        room = 118.0
        while head < n and arrivals[head] <= dep + late and lengths[head] <= room:
            room -= lengths[head]
            waits.append(dep + late - arrivals[head])
            head += 1
        standing = np.sum(arrivals[head:] <= dep + late)
        left_most = max(left_most, int(standing))
    return np.array(waits), n - head, left_most


def main():
    rng = np.random.default_rng(555)
    means = []
    p90 = []
    left = []
    most = []
    for rep in range(150):
        w, missing, left_most = simulate(rng)
        means.append(60 * w.mean())
        p90.append(60 * np.percentile(w, 90))
        left.append(missing)
        most.append(left_most)
    print("mean wait       %.2f min" % np.mean(means))
    print("90 %% wait       %.2f min" % np.mean(p90))
    print("cars left over  %.2f" % np.mean(left))
    print("longest queue   %.1f (worst day %d)" % (np.mean(most), np.max(most)))
    print("days with a wait above 60 min: %d of 150" % np.sum(np.array(means) > 60))


main()
