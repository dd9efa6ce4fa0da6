"""Track how far the topics of a newspaper drift from week to week.

Symptom: the total drift is nan; one week has a distance of nan.
Culprit: the float32 shares of weeks 2 and 3 differ by rounding only, and jensenshannon takes the root of -1.3e-8.
Report: scipy/scipy#20083
"""

from itertools import pairwise

import numpy as np
from scipy.spatial.distance import jensenshannon

WEEKS = np.array(
    [
        [0.030, 0.061],
        [0.027501475, 0.055202297],
        [0.027537677, 0.055334348],
        [0.019, 0.074],
        [0.041, 0.052],
    ],
    dtype=np.float32,
)


def drift(weeks):
    """Yield the distance of every week to the one before."""
    for before, after in pairwise(weeks):
        yield jensenshannon(before, after)  # culprit


def main():
    distances = list(drift(WEEKS))
    for number, distance in enumerate(distances, start=1):
        print(f"week {number}: {distance:.4f}")
    print("total drift:", np.sum(distances))


if __name__ == "__main__":
    main()
