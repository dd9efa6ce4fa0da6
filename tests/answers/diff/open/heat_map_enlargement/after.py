"""Enlarge a coarse heat map by three so that each cell becomes a square of equal pixels.

Symptom: Cells at the border are smaller than the ones inside, and the mean of the map changes.
Culprit: Without `grid_mode=True` `zoom` lines up the centres of the corner pixels: border cells get 2 of 3 pixels.
Report: scipy/scipy#10620
"""

import numpy as np
from scipy import ndimage


def coarse_map():
    rows, columns = np.mgrid[0:6, 0:6]
    return 20 + 2.5 * rows - 0.6 * columns**2


def enlarge(cells, factor):
    return ndimage.zoom(cells, factor, order=0, mode="nearest")  # culprit


def widths(row):
    edges = np.flatnonzero(np.diff(row)) + 1
    return np.diff(np.concatenate([[0], edges, [row.size]]))


cells = coarse_map()
large = enlarge(cells, 3)
print("shape:", large.shape)
print("widths of the cells:", widths(large[0]).tolist())
print(f"mean {cells.mean():.6f} -> {large.mean():.6f}")
