"""Agreement of a wrist cuff with the arm cuff, after Bland and Altman.

Prints the bias and the 95 % limits of agreement of paired systolic pressures,
overall and for patients above 140 mmHg.

Culprit: see after.py.
"""

import numpy as np

ARM = np.array([118, 132, 145, 151, 127, 139, 162, 148, 121, 155, 134, 142], dtype=float)
WRIST = np.array([121, 130, 149, 158, 125, 144, 171, 149, 124, 163, 133, 149], dtype=float)
HIGH = 140.0


def limits(arm, wrist):
    gap = wrist - arm
    bias = gap.mean()
    spread = gap.std(ddof=1)
    return bias, bias - 1.96 * spread, bias + 1.96 * spread


def report(label, values, count):
    bias, low, high = values
    print(f"{label:8s} n={count:2d} bias {bias:6.3f} limits {low:8.3f} {high:8.3f}")


def main():
    report("all", limits(ARM, WRIST), ARM.size)
    high = ARM > HIGH
    report("high", limits(ARM[high], WRIST[high]), int(high.sum()))


main()
