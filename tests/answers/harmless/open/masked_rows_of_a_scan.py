"""Average the rows of a scan, leaving out what lies outside of the disk.

Symptom: none
Culprit: none
Tempts: `nan` and `check-up` could accuse the masked pixels, and the rows without any pixel of the disk.
Report: none
"""

import numpy as np

y, x = np.mgrid[:16, :16]
disk = (x - 8) ** 2 + (y - 8) ** 2 <= 36
scan = np.where(disk, 100.0 + x, np.nan)
counts = disk.sum(axis=1)
sums = np.nansum(scan, axis=1)
means = np.divide(sums, counts, out=np.zeros(16), where=counts > 0)
print(means.round(2))
print("brightest row:", int(means.argmax()))
