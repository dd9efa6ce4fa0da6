"""Find the main axes of a table of cheeses and how much each explains.

Symptom: the variances are 3 % smaller.
Culprit: the squares of the singular values are divided by n in place of n - 1.
Report: none
"""

import numpy as np


class Axes:
    """Main axes by a singular value decomposition."""

    def __init__(self, table):
        self.mean = table.mean(axis=0)
        _, sizes, self.vectors = np.linalg.svd(table - self.mean, full_matrices=False)
        self.variances = sizes**2 / len(table)  # culprit

    def kept(self, count):
        return self.variances[:count].sum() / self.variances.sum()


def cheeses():
    rng = np.random.default_rng(23)
    mixing = np.array([[2.0, 0.5, 0.1], [0, 1.0, 0.4], [0, 0, 0.3]])
    return rng.normal(size=(30, 3)) @ mixing


axes = Axes(cheeses())
print("variances", axes.variances.round(6).tolist())
print("kept by 2 axes", round(axes.kept(2), 6))
