"""Response of a region in a scan: baseline-corrected peak, then the mean of the recording.

Symptom: The number is wrong.
Culprit: A view changed in place inside a function.
Report: AxFoundation/strax#328
"""

import numpy as np

rng = np.random.default_rng(16)

FRAMES, HEIGHT, WIDTH = 120, 16, 16
REGION = (slice(None), slice(2, 14), slice(2, 14))


def acquire():
    frames = rng.normal(100, 2, size=(FRAMES, HEIGHT, WIDTH))
    t = np.arange(FRAMES)
    response = 6 * np.exp(-0.5 * ((t - 70) / 8) ** 2)
    frames[REGION] += response[:, None, None] * 0.3
    return frames


def peak_response(frames):
    """Largest rise of the region's mean above the first thirty frames."""
    region = frames[REGION]
    baseline = region[:30].mean(axis=0)
    region -= baseline  # culprit
    return region.mean(axis=(1, 2)).max()


frames = acquire()
print("frames:", frames.shape)
print("peak response:", round(float(peak_response(frames)), 3))
print("mean of the recording:", frames.mean())
