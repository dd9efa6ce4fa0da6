"""How much a picture has changed.

Symptom: The mean is 128.
Culprit: The difference of bytes goes round below 0.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
before = rng.integers(0, 256, (20, 20), dtype=np.uint8)
after = rng.integers(0, 256, (20, 20), dtype=np.uint8)
change = after - before  # culprit
print(change.mean())
