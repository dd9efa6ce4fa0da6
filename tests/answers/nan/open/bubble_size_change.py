"""Turn changes of bubble volume into changes of an equivalent length.

Symptom: all shrinking bubbles have length nan, and so has the weighted mean.
Culprit: a negative float raised to 1/3 is nan in NumPy: 4 of 9 volume changes are negative.
Report: numpy/numpy#14273
"""

import numpy as np


class Experiment:
    """Hold the bubble volumes before and after a pressure pulse."""

    def __init__(self, before, after):
        self.before = np.asarray(before, dtype=float)
        self.after = np.asarray(after, dtype=float)

    @property
    def change(self):
        return self.after - self.before

    def equivalent_length(self):
        """Return the side of a cube with the volume of the change."""
        return self.change ** (1 / 3)  # culprit


if __name__ == "__main__":
    pulse = Experiment(
        before=[10.0, 12.5, 9.0, 27.0, 30.0, np.nan, 11.0, 16.0, 18.0, 21.5],
        after=[18.0, 11.5, 36.0, 19.0, 57.0, 12.0, 19.0, 15.0, 26.0, 13.5],
    )
    seen = np.isfinite(pulse.change)
    lengths = pulse.equivalent_length()[seen]
    weights = pulse.before[seen]
    print("bubbles seen before and after:", int(seen.sum()), "of", seen.size)
    print("lengths in mm:", np.round(lengths, 2))
    print("weighted mean:", np.sum(lengths * weights) / weights.sum())
