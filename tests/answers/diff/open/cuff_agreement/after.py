"""Agreement of a wrist cuff with the arm cuff, after Bland and Altman.

Prints the bias and the 95 % limits of agreement of paired systolic pressures,
overall and for patients above 140 mmHg. Works on a matrix with one row a patient.

Culprit: the move to one array with an axis dropped ddof=1, so the spread divides
by n (12, or 6 for high) instead of n - 1; the limits shrink by 4 and 9 percent.
"""

import numpy as np

READINGS = np.array(
    [
        [118, 121],
        [132, 130],
        [145, 149],
        [151, 158],
        [127, 125],
        [139, 144],
        [162, 171],
        [148, 149],
        [121, 124],
        [155, 163],
        [134, 133],
        [142, 149],
    ],
    dtype=float,
)
ARM, WRIST = 0, 1
HYPERTENSIVE = 140.0


def bland_altman(readings):
    """Bias and its 95 % limits, as one array of three."""
    gap = np.diff(readings, axis=1)
    bias = gap.mean(axis=0)
    half = 1.96 * gap.std(axis=0)  # culprit
    return np.concatenate([bias, bias - half, bias + half])


def line(label, readings):
    bias, low, high = bland_altman(readings)
    return f"{label:8s} n={len(readings):2d} bias {bias:6.3f} limits {low:8.3f} {high:8.3f}"


def main():
    groups = {
        "all": READINGS,
        "high": READINGS[READINGS[:, ARM] > HYPERTENSIVE],
    }
    for label, readings in groups.items():
        print(line(label, readings))


if __name__ == "__main__":
    main()
