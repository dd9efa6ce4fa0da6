"""A mean of squares.

Symptom: It is infinite.
Culprit: 300 * 300 is too large for float16.
Report: none
"""

import torch

x = torch.full((100,), 300.0, dtype=torch.float16)
print((x * x).mean())  # culprit
