"""Map stress from atoms to a grid.

Report: lmhale99/atomman#24: the grid is wider than the atoms' hull
Says: `griddata`: 2 of 4 points lie outside the convex hull of the given points
"""

import numpy as np
from scipy.interpolate import griddata

atoms = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
grid = np.array([[0.2, 0.8], [0.9, 0.1], [0.1, 0.9], [0.8, 0.0]])
stress = griddata(atoms, np.array([0.0, 1.0, 2.0]), grid)  # culprit
print("mean:", stress.mean())
