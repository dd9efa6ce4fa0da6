"""How four measurements of 300 plants go together.

Symptom: The table has 300 rows and columns.
Culprit: Correlations are taken between plants, not between measurements.
Report: none
"""

import numpy as np

rng = np.random.default_rng(1)
plants = rng.normal(size=(300, 4))
plants[:, 3] = plants[:, 0] * 2 + rng.normal(0, 0.1, 300)
together = np.corrcoef(plants)  # culprit
print("strongest:", np.abs(together - np.eye(len(together))).max())
