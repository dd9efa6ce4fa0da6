"""Pollen diagram of a lake core: percentages, smoothed curves and zones.

Prints zone means, the arboreal share and the rate of change between samples.

Symptom: the spread within the zones, the arboreal range and the mean change are all smaller
Culprit: smoothed() takes percent without the copy, so the weights 0.25, 0.5, 0.25 are written into the percentages themselves before the zones and changes are computed.
Report: none
"""

import numpy as np

TAXA = ["Pinus", "Betula", "Quercus", "Poaceae", "Artemisia"]
TREES = 3
ZONES = [(0, 12), (12, 26), (26, 40)]


def expected_mix(depth):
    columns = (
        1.0 + 2.0 * np.exp(-depth / 18.0),
        0.6 + 0.02 * depth,
        2.2 * np.exp(-(((depth - 8) / 9.0) ** 2)) + 0.2,
        0.5 + 0.03 * depth,
        0.1 + 0.015 * depth,
    )
    mix = np.column_stack(columns)
    return mix / mix.sum(axis=1, keepdims=True)


class Core:
    def __init__(self, rng, samples=40, grains=300):
        shares = expected_mix(np.arange(samples))
        self.counts = np.stack([rng.multinomial(grains, row) for row in shares])
        self.percent = 100.0 * self.counts / self.counts.sum(axis=1, keepdims=True)

    def smoothed(self):
        curve = self.percent  # culprit
        inner = 0.25 * curve[:-2] + 0.5 * curve[1:-1] + 0.25 * curve[2:]
        curve[1:-1] = inner
        return curve

    def zone(self, a, b):
        part = self.percent[a:b]
        return part.mean(axis=0), part.std(axis=0, ddof=1)

    def arboreal(self):
        return self.percent[:, :TREES].sum(axis=1)

    def chord_distance(self):
        root = np.sqrt(self.percent / 100.0)
        return np.linalg.norm(np.diff(root, axis=0), axis=1)


def main():
    core = Core(np.random.default_rng(55))
    smooth = core.smoothed()
    print("smoothed maxima:")
    for name, column in zip(TAXA, smooth.T):
        print(f"  {name:10s} {column.max():6.2f} at sample {column.argmax()}")
    for bounds in ZONES:
        means, spread = core.zone(*bounds)
        print("zone", bounds, np.round(means, 3), np.round(spread, 3))
    trees = core.arboreal()
    print("arboreal share: %.3f .. %.3f" % (trees.min(), trees.max()))
    chord = core.chord_distance()
    print("largest change: %.5f after sample %d" % (chord.max(), chord.argmax()))
    print("mean change: %.5f" % chord.mean())


if __name__ == "__main__":
    main()
