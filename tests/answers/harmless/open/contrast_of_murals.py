"""Compare the contrast of photographs of murals, in which frames and cracks are masked and some patches are all black.

Symptom: none
Culprit: none
Tempts: `nan` could accuse 0 / 0 in black patches and the pixels beneath the mask; both stay masked.
Report: none
"""

import numpy as np

PATCH = 8


def photograph(name, rng):
    rows, columns = np.mgrid[0:64, 0:96]
    phase = {"harvest": 0.3, "market": 1.1, "night": 2.0}[name]
    grey = 120 + 60 * np.sin(rows / 9 + phase) * np.cos(columns / 13) + rng.normal(0, 5, rows.shape)
    if name == "night":
        grey[24:40, 40:64] = 0.0
    mask = (rows < 8) | (rows >= 56)
    crack = np.abs(columns - 30 - rows // 3) < 2
    grey[crack] = np.nan
    return np.ma.array(np.clip(grey, 0, 255), mask=mask | crack)


def patches(picture):
    height, width = picture.shape
    blocks = picture.reshape(height // PATCH, PATCH, width // PATCH, PATCH)
    return blocks.swapaxes(1, 2).reshape(-1, PATCH * PATCH)


def contrast(blocks):
    """Return (high - low) / (high + low) of each patch, masked where the patch is black or hidden."""
    high, low = blocks.max(axis=1), blocks.min(axis=1)
    return (high - low) / (high + low)


def rms(blocks):
    mean = blocks.mean(axis=1)
    out = np.zeros(len(blocks))
    np.divide(blocks.std(axis=1).filled(0.0), mean.filled(0.0), out=out, where=mean.filled(0.0) > 0)
    return np.ma.array(out, mask=np.ma.getmaskarray(mean) | (mean.filled(0.0) == 0))


def main():
    rng = np.random.default_rng(1932)
    for name in ("harvest", "market", "night"):
        blocks = patches(photograph(name, rng))
        by_range, by_spread = contrast(blocks), rms(blocks)
        hidden = np.ma.getmaskarray(by_range).sum()
        print(
            f"{name:8s} {by_range.mean():.5f} and {by_spread.mean():.5f}, {hidden} of {len(blocks)} patches left out"
        )
        print(f"         strongest {by_range.max():.5f}, in patch {int(by_range.argmax())}")


main()
