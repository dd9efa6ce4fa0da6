"""Queue of passengers on a subway platform with random train headways.

Steps through one morning in seconds; prints waiting times and crowding.

Symptom: the mean wait, the largest queue and the number of passengers differ, the headways are equal
Culprit: the free places are drawn before the arrivals, so both come from other numbers of the generator than in the version where the arrivals were drawn first.
Report: none
"""

from dataclasses import dataclass

import numpy as np

CAPACITY = 210
SECONDS = 3 * 3600


@dataclass
class Morning:
    trains: np.ndarray
    arrivals: np.ndarray
    free: np.ndarray


def timetable(rng, mean=150.0, spread=35.0, shortest=60.0):
    gaps, clock = [], 0.0
    while clock < SECONDS:
        gaps.append(max(shortest, rng.normal(mean, spread)))
        clock += gaps[-1]
    departures = np.cumsum(gaps).astype(int)
    return departures[departures < SECONDS]


def arrival_rate(second):
    return 0.5 + 0.9 * np.exp(-(((second - 5400) / 1800.0) ** 2))


def prepare(rng):
    trains = timetable(rng)
    free = rng.integers(120, CAPACITY + 1, size=len(trains))  # culprit
    arrivals = rng.poisson(arrival_rate(np.arange(SECONDS)))  # culprit, too
    return Morning(trains, arrivals, free)


def simulate(morning):
    places = dict(zip(morning.trains.tolist(), morning.free.tolist()))
    queue = np.zeros(SECONDS)
    behind = []
    waiting = 0
    for second, came in enumerate(morning.arrivals.tolist()):
        waiting += came
        if second in places:
            waiting = max(0, waiting - places[second])
            behind.append(waiting)
        queue[second] = waiting
    return queue, np.array(behind)


def report(morning, queue, behind):
    total = morning.arrivals.sum()
    gaps = np.diff(morning.trains)
    print("trains:", len(morning.trains), "passengers:", int(total))
    print("mean wait by Little [s]: %.3f" % (queue.mean() / (total / SECONDS)))
    print("largest queue: %d at second %d" % (queue.max(), queue.argmax()))
    print("trains leaving someone behind:", int((behind > 0).sum()))
    print("mean headway [s]: %.3f" % gaps.mean())
    print("headway cv: %.4f" % (gaps.std(ddof=1) / gaps.mean()))


if __name__ == "__main__":
    day = prepare(np.random.default_rng(90))
    report(day, *simulate(day))
