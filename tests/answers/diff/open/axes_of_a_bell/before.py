"""Find the axes of a bell's inertia and its radii of gyration."""

import numpy as np

rng = np.random.default_rng(2)
points = rng.normal(size=(200, 3)) * [1.0, 1.2, 2.5]
points = points - points.mean(axis=0)
inertia = points.T @ points
values, axes = np.linalg.eigh(inertia)
radii = np.sqrt(values / len(points))
print("radii", radii.round(6).tolist())
