"""Heights of pupils, from a text.

Symptom: nan
Culprit: a unit stands behind one height, so it is no number
Report: none
"""

import numpy as np


def read(lines):
    return np.genfromtxt(lines, delimiter=",", skip_header=1)  # culprit


def main():
    lines = ["class,height", "1,121.5", "1,118,0", "2,130.2", "2,128.9"]
    lines[2] = "1,118.0 cm"
    table = read(lines)
    heights = table[:, 1]
    spread = (heights - heights.mean()) / heights.std()
    print("tallest:", heights.max(), "spread:", spread.round(2))


main()
