"""Find the main axes of a table of cheeses and how much each explains."""

import numpy as np

rng = np.random.default_rng(23)
table = rng.normal(size=(30, 3)) @ np.array([[2.0, 0.5, 0.1], [0, 1.0, 0.4], [0, 0, 0.3]])
centred = table - table.mean(axis=0)
covariance = centred.T @ centred / (len(table) - 1)
values, vectors = np.linalg.eigh(covariance)
values, vectors = values[::-1], vectors[:, ::-1]
print("variances", values.round(6).tolist())
print("kept by 2 axes", round(values[:2].sum() / values.sum(), 6))
