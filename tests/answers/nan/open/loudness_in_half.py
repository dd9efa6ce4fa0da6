"""Weigh the loudness of channels in half precision.

Symptom: all weights are nan.
Culprit: exp of 12 is 162755, more than half precision holds: inf / inf.
Report: none
"""

import torch

loudness = torch.tensor([[3.0, 7.5, 12.0, 9.0], [1.0, 2.0, 3.0, 4.0]], dtype=torch.float16)
strength = torch.exp(loudness)  # culprit
weights = strength / strength.sum(dim=1, keepdim=True)
mixed = (weights * loudness).sum(dim=1)
print("weights:", weights)
print("mixed:", mixed)
