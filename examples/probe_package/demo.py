"""A program that uses toylib: it knows nothing of numscope either."""

import numpy as np
import toylib

toylib.seed(7)
table = np.arange(12.0).reshape(4, 3) + toylib.noise((4, 3), width=0.1)
scaled = toylib.Scaler().fit(table).transform(table)
toylib.clip(scaled, -1.0, 1.0)
visits = np.array([4.0, 0.0, 2.0])
shares = toylib.log_ratio(np.array([1.0, 0.0, 1.0]), visits)
print(scaled.sum(), shares.mean())
