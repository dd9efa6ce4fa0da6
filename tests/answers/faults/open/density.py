"""Shares of waiting times by class.

Symptom: The shares add up to 5.
Culprit: A density is taken for shares: it lacks the width of the classes.
Report: none
"""

import numpy as np

waits = np.random.default_rng(4).exponential(0.5, 2000)
share, edges = np.histogram(waits, bins=np.arange(0, 4.2, 0.2), density=True)
print("share below 1 minute:", share[:5].sum())  # culprit
