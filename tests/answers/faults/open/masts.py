"""The plane in which a mast sways.

Symptom: The plane leaves out the second largest sway.
Culprit: eig gives eigenvalues in no order, and the second is the smallest.
Report: none
"""

import numpy as np

rng = np.random.default_rng(8)
sway = rng.normal(size=(500, 3)) @ np.array([[0.5, 0.4, 0.0], [0.4, 2.0, 0.3], [0.0, 0.3, 0.9]])
sway = sway - sway.mean(axis=0)
values, vectors = np.linalg.eig(sway.T @ sway / (len(sway) - 1))
plane = vectors[:, :2]  # culprit
print("share in the plane", (sway @ plane).var() / sway.var())
