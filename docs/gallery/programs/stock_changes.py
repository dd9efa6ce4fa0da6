"""How the stock of three warehouses changed over the night, in pieces."""

import numpy as np

evening = np.array([120, 75, 310], dtype=np.uint64)
morning = np.array([118, 90, 312], dtype=np.uint64)
change = morning - evening
print("change:", change)
print("mean change:", change.mean())
