"""Pollen diagram of a lake core: percentages, smoothed curves and zones.

Prints zone means, the arboreal share and the rate of change between samples.
"""

import numpy as np

TAXA = ["Pinus", "Betula", "Quercus", "Poaceae", "Artemisia"]
TREES = 3
ZONES = [(0, 12), (12, 26), (26, 40)]


def counts(rng):
    depth = np.arange(40)
    mix = np.stack(
        [
            1.0 + 2.0 * np.exp(-depth / 18.0),
            0.6 + 0.02 * depth,
            2.2 * np.exp(-(((depth - 8) / 9.0) ** 2)) + 0.2,
            0.5 + 0.03 * depth,
            0.1 + 0.015 * depth,
        ],
        axis=1,
    )
    p = mix / mix.sum(axis=1, keepdims=True)
    return np.array([rng.multinomial(300, row) for row in p])


def main():
    rng = np.random.default_rng(55)
    raw = counts(rng)
    percent = 100.0 * raw / raw.sum(axis=1, keepdims=True)
    smooth = percent.copy()
    for i in range(1, 39):
        smooth[i] = 0.25 * percent[i - 1] + 0.5 * percent[i] + 0.25 * percent[i + 1]
    print("smoothed maxima:")
    for j, name in enumerate(TAXA):
        print(f"  {name:10s} {smooth[:, j].max():6.2f} at sample {smooth[:, j].argmax()}")
    for a, b in ZONES:
        means = percent[a:b].mean(axis=0)
        spread = percent[a:b].std(axis=0, ddof=1)
        print("zone", (a, b), np.round(means, 3), np.round(spread, 3))
    arboreal = percent[:, :TREES].sum(axis=1)
    print("arboreal share: %.3f .. %.3f" % (arboreal.min(), arboreal.max()))
    root = np.sqrt(percent / 100.0)
    chord = np.sqrt(((root[1:] - root[:-1]) ** 2).sum(axis=1))
    print("largest change: %.5f after sample %d" % (chord.max(), chord.argmax()))
    print("mean change: %.5f" % chord.mean())


if __name__ == "__main__":
    main()
