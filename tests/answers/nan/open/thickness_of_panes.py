"""Outliers among the panes of a glass works.

Each pane is measured by the same nine gauges. A pane is conspicuous if one gauge shows a value far from what that pane
has elsewhere; prints the largest deviation of each pane, in units of its own spread.

Symptom: the largest deviation is NaN for all panes.
Culprit: the spread is taken over the panes (axis 0) and not over the gauges of a pane (axis 1); gauge 4 hangs and
shows 4.00 mm for all, so that its spread is 0 and 0 is divided by 0.
Report: none
"""

import numpy as np

rng = np.random.default_rng(12)


def measure(panes, gauges):
    nominal = rng.choice([3.0, 4.0, 6.0], size=(panes, 1))
    readings = nominal + rng.normal(0, 0.02, (panes, gauges))
    readings[:, 4] = 4.0
    return np.round(readings, 3)


def centred(readings):
    middle = np.median(readings, axis=1, keepdims=True)
    return readings - middle


def deviations(readings):
    spread = readings.std(axis=0)  # culprit
    return np.abs(centred(readings)[:, :]) * (readings != 4.0) / spread


panes = measure(40, 9)
worst = deviations(panes).max(axis=1)
order = np.argsort(worst)[::-1]
for pane in order[:5]:
    print(f"pane {pane:2d}: {worst[pane]:7.2f}")
print(f"mean of the worst {worst.mean():.3f}")
