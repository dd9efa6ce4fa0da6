"""Queue of passengers on a subway platform with random train headways.

Steps through one morning in seconds; prints waiting times and crowding.
"""

import numpy as np

CAPACITY = 210
SECONDS = 3 * 3600


def main():
    rng = np.random.default_rng(90)
    headways = []
    total = 0.0
    while total < SECONDS:
        h = max(60.0, rng.normal(150.0, 35.0))
        headways.append(h)
        total += h
    trains = np.cumsum(headways).astype(int)
    trains = trains[trains < SECONDS]
    rate = np.zeros(SECONDS)
    for s in range(SECONDS):
        rate[s] = 0.5 + 0.9 * np.exp(-(((s - 5400) / 1800.0) ** 2))
    arrivals = rng.poisson(rate)
    free = rng.integers(120, CAPACITY + 1, size=len(trains))
    waiting = 0
    next_train = 0
    queue = np.zeros(SECONDS)
    left_behind = []
    for s in range(SECONDS):
        waiting += arrivals[s]
        if next_train < len(trains) and s == trains[next_train]:
            boarded = min(waiting, free[next_train])
            waiting -= boarded
            left_behind.append(waiting)
            next_train += 1
        queue[s] = waiting
    left_behind = np.array(left_behind)
    print("trains:", len(trains), "passengers:", int(arrivals.sum()))
    print("mean wait by Little [s]: %.3f" % (queue.mean() / (arrivals.sum() / SECONDS)))
    print("largest queue: %d at second %d" % (queue.max(), queue.argmax()))
    print("trains leaving someone behind:", int((left_behind > 0).sum()))
    print("mean headway [s]: %.3f" % np.diff(trains).mean())
    print("headway cv: %.4f" % (np.diff(trains).std(ddof=1) / np.diff(trains).mean()))


if __name__ == "__main__":
    main()
