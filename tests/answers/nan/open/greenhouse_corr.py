"""How well do the greenhouse sensors follow the reference thermometer?

Symptom: The program prints NaN or inf.
Culprit: Pearsonr of a constant channel, NaN in the mean.
Report: scipy/scipy#9406
"""

import numpy as np
from scipy.stats import pearsonr

rng = np.random.default_rng(30)

HOURS = 24 * 7
SENSORS = ["bench_a", "bench_b", "door", "roof", "spare"]

hours = np.arange(HOURS)
reference = 18 + 6 * np.sin(2 * np.pi * (hours - 8) / 24) + rng.normal(0, 0.3, HOURS)


def read(name):
    if name == "spare":
        # wired up, but the probe was never plugged in: the board reports its default
        return np.full(HOURS, 25.0)
    gain = {"bench_a": 1.0, "bench_b": 0.9, "door": 0.6, "roof": 1.3}[name]
    return gain * reference + rng.normal(0, 1.0, HOURS)


readings = {name: read(name) for name in SENSORS}
offsets = {name: float((r - reference).mean()) for name, r in readings.items()}
print("largest offset:", max(offsets, key=lambda s: abs(offsets[s])))

agreement = []
for name in SENSORS:
    r, p = pearsonr(readings[name], reference)  # culprit, too
    agreement.append(r)  # culprit

agreement = np.array(agreement)
print("sensors compared:", agreement.size)
print("first sensor:", round(float(agreement[0]), 4))
print("mean agreement:", agreement.mean())
