"""Whiten the colours of glazes so that each axis has variance one."""

import numpy as np

rng = np.random.default_rng(41)
colours = rng.normal(size=(80, 3)) @ np.array([[1.5, 0.2, 0.4], [0.0, 0.9, 0.3], [0.0, 0.0, 0.5]])
centred = colours - colours.mean(axis=0)
values, axes = np.linalg.eigh(np.cov(centred.T))
white = (centred @ axes) / np.sqrt(values)
length = np.sort((white**2).sum(axis=1))
print("median length", round(float(np.median(length)), 6))
print("longest", round(float(length[-1]), 6))
