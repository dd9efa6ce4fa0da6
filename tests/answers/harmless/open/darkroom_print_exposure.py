"""Simulated darkroom print: exposure, characteristic curve, dodging and 8-bit output.

Prints the tone histogram, the share of blown highlights and a contact-sheet checksum.
Symptom: none
Culprit: none
Tempts: np.exp overflows to inf in the curve (the quotient is then exactly 0), values are clipped to 0..255, and a checksum wraps in uint16; all is intended saturation.
Report: none
"""

import numpy as np

WHITE = 255


def negative(size=96, seed=1839):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:size, :size] / size
    scene = 0.2 + 0.6 * xx + 0.3 * np.sin(9 * yy)
    scene[10:20, 60:80] = 400.0  # the lamp in the picture
    scene[70:85, 5:25] = -400.0  # the cellar door
    return scene + rng.normal(0, 0.02, scene.shape)


def characteristic_curve(density, contrast=5.0, speed=0.5):
    with np.errstate(over="ignore"):
        return 1.0 / (1.0 + np.exp(-contrast * (density - speed)))


def dodge(tones, mask, stops):
    lifted = tones.copy()
    lifted[mask] = np.clip(lifted[mask] * 2.0**stops, 0.0, 1.0)
    return lifted


def to_eight_bit(tones):
    return np.clip(np.round(tones * 280 - 10), 0, WHITE).astype(np.uint8)


def checksum(image):
    total = np.uint16(0)
    with np.errstate(over="ignore"):
        for row in image.astype(np.uint16):
            total = total * np.uint16(31) + row.sum(dtype=np.uint16)
    return int(total)


def tone_histogram(image, bins=6):
    counts, edges = np.histogram(image, bins=bins, range=(0, WHITE + 1))
    return [(int(lo), int(c)) for lo, c in zip(edges, counts)]


def main():
    tones = characteristic_curve(negative())
    mask = np.zeros(tones.shape, bool)
    mask[30:50, 30:60] = True
    image = to_eight_bit(dodge(tones, mask, stops=0.7))
    for lower, count in tone_histogram(image):
        print(f"tones from {lower:>3}: {count:>5}")
    print(f"blown highlights: {100 * np.mean(image == WHITE):.2f} %")
    print(f"blocked shadows: {100 * np.mean(image == 0):.2f} %")
    print("mean tone:", round(float(image.mean()), 3))
    print("checksum:", checksum(image))


if __name__ == "__main__":
    main()
