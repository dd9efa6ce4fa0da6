"""Compare texts by the words they hold; one holds none.

Report: A zero vector has no cosine
Says: `cosine`: a vector of zeros has no direction
"""

import numpy as np
from scipy.spatial.distance import cosine

distance = cosine(np.array([1.0, 0.0, 2.0]), np.zeros(3))  # culprit
print(np.minimum(distance, 1.0))
