"""Report how well the judges of a baking contest agree.

Symptom: the agreement of judge 2 with all others is nan, and so is the overall figure.
Culprit: judge 2 gave 8 points to every cake; the rank correlation of a constant is not defined.
Report: scipy/scipy#11225
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import numpy as np
from scipy import stats

POINTS = np.array(
    [
        [7, 5, 9, 4, 6, 8, 3, 7],
        [8, 5, 9, 5, 5, 9, 2, 6],
        [8, 8, 8, 8, 8, 8, 8, 8],
        [6, 6, 8, 3, 7, 7, 4, np.nan],
    ]
)


def agreement(pair):
    first, second = POINTS[list(pair)]
    both = np.isfinite(first) & np.isfinite(second)
    return stats.spearmanr(first[both], second[both]).statistic  # culprit


def overall(judges):
    pairs = list(combinations(range(judges), 2))
    with ThreadPoolExecutor(max_workers=2) as pool:
        values = list(pool.map(agreement, pairs))
    return dict(zip(pairs, values, strict=True)), np.tanh(np.mean(np.arctanh(0.999 * np.array(values))))


table, mean = overall(len(POINTS))
for (i, j), value in table.items():
    print(f"judges {i} and {j}: {value:6.3f}")
print("overall agreement:", mean)
