"""Background noise level of a seismometer; long records are kept in half precision.

Symptom: The program prints NaN or inf.
Culprit: Std of a float16 array overflows to inf.
Report: numpy/numpy#22448
"""

import numpy as np

rng = np.random.default_rng(8)

FS = 50
HOURS = 1.5


def record(hours):
    n = int(hours * 3600 * FS)
    t = np.arange(n) / FS
    counts = 180.0 * np.sin(2 * np.pi * 0.15 * t) + 60.0 * rng.normal(size=n)
    return (counts + 12.0).astype(np.float16)  # keeps the archive small


def drop_glitches(trace, limit=1000.0):
    good = np.abs(trace) < limit
    return trace[good]


def noise_level(trace):
    return trace.std()  # culprit


trace = record(HOURS)
clean = drop_glitches(trace)
print("samples:", clean.size, "of", trace.size)
print("largest count:", float(np.abs(clean).max()))

first_seconds = clean[: 2 * FS].astype(np.float32)
print("first two seconds:", float(first_seconds.std()))

level = noise_level(clean)
print("noise level (counts):", level)
print("detection threshold (counts):", 4.0 * float(level))
