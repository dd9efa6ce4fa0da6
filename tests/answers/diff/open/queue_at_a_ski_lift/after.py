"""Simulate the queue at a ski lift minute by minute and report how long skiers wait.

Symptom: the loop gave way to accumulate and the script to functions; every printed number is the same.
Culprit: none: equal
Report: none
"""

from itertools import accumulate
from typing import NamedTuple

import numpy as np


class Day(NamedTuple):
    arrive: np.ndarray
    stops: np.ndarray


def day(minutes, seed):
    rng = np.random.default_rng(seed)
    busy = 11 + 5 * np.sin(np.arange(minutes) / 38)
    return Day(arrive=rng.poisson(busy), stops=rng.random(minutes) < 0.03)


def queue(day, capacity=13):
    """Return how many skiers wait at the end of each minute."""
    change = day.arrive - np.where(day.stops, 0, capacity)
    return np.array(list(accumulate(change, lambda waiting, more: max(waiting + more, 0), initial=0))[1:])


def by_hour(waiting):
    for hour, part in enumerate(waiting.reshape(-1, 60)):
        yield hour, part.mean(), np.count_nonzero(part == 0)


today = day(minutes=240, seed=52)
waiting = queue(today)
print(f"{today.arrive.sum()} skiers, lift stood for {np.count_nonzero(today.stops)} minutes")
print(f"longest queue {waiting.max()} in minute {waiting.argmax()}, mean {waiting.mean():.4f}")
for hour, mean, idle in by_hour(waiting):
    print(f"hour {hour}: {mean:.4f} waiting, {idle} minutes without a queue")
