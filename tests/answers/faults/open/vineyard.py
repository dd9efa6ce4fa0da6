"""Sugar of grapes before and after a correction of the scale.

Symptom: No difference at all.
Culprit: `right = sugar` copies nothing.
Report: none
"""

import numpy as np


def corrected(sugar):
    """Return what was read, and the right numbers."""
    right = sugar  # culprit
    right[sugar > 20] -= 1.5
    return np.column_stack([sugar, right])


table = corrected(np.array([18.0, 21.5, 22.0, 19.5, 24.0]))
print(table[:, 0] - table[:, 1])
