"""Reads the hive scale of an apiary, removes the beekeeper's interventions and the
daily rhythm, and reports the net nectar flow of each week.
Symptom: the weekly gains agree, but the last line reports a raw difference of 10.70 kg where it was 5.81 kg.
Culprit: np.asarray makes no copy, so removing the interventions also changes the raw record.
Report: none
"""

from dataclasses import dataclass

import numpy as np

PER_DAY = 24
DAYS = 42
PER_WEEK = 7 * PER_DAY


@dataclass
class Intervention:
    hour: int
    kilograms: float


def simulate_scale(seed):
    rng = np.random.default_rng(seed)
    hours = np.arange(DAYS * PER_DAY)
    day = hours / PER_DAY
    season = 14 / (1 + np.exp(-(day - 18) / 3.5)) - 0.08 * day
    daily = 0.55 * np.sin(2 * np.pi * (day - 0.3))
    weight = 38 + season + daily + rng.normal(0, 0.05, hours.size)
    weight[hours >= 10 * PER_DAY] += 6.4  # a super was added
    weight[hours >= 29 * PER_DAY] -= 11.2  # honey taken off
    return weight


def find_interventions(weight, threshold=3):
    """Jumps of more than `threshold` kg between two samples."""
    steps = np.diff(weight)
    hits = np.flatnonzero(np.abs(steps) > threshold) + 1
    return [Intervention(int(h), float(steps[h - 1])) for h in hits]


def remove_interventions(weight, events):
    cleaned = np.asarray(weight)  # culprit
    for event in events:
        cleaned[event.hour :] -= event.kilograms
    return cleaned


def split_rhythm(weight):
    """Average deviation from the day's mean, and the series without it."""
    table = weight.reshape(DAYS, PER_DAY)
    rhythm = (table - table.mean(axis=1, keepdims=True)).mean(axis=0)
    return rhythm, (table - rhythm).ravel()


def report(raw, events, rhythm, flat):
    print("interventions at hours", [e.hour for e in events])
    for event in events:
        print(f"  step of {event.kilograms:.2f} kg")
    for week, start in enumerate(range(0, DAYS * PER_DAY, PER_WEEK), 1):
        gain = flat[start + PER_WEEK - 1] - flat[start]
        print(f"week {week}: {gain:+.2f} kg")
    print(f"rhythm span {np.ptp(rhythm):.3f} kg")
    print(f"total gain {flat[-1] - flat[0]:.2f} kg, raw difference {raw[-1] - raw[0]:.2f} kg")


if __name__ == "__main__":
    raw = simulate_scale(11)
    events = find_interventions(raw)
    rhythm, flat = split_rhythm(remove_interventions(raw, events))
    report(raw, events, rhythm, flat)
