"""Rate the voices of callers with a small network, one call after the other.

Symptom: the rating of every call is nan.
Culprit: the spread of a batch with one row is taken with n - 1 = 0.
Report: pytorch/pytorch#29372
"""

import torch
from torch import nn


class BatchScale(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))

    def forward(self, x):
        centred = x - x.mean(dim=0)
        return self.gain * centred / (x.std(dim=0) + 1e-5)  # culprit


class Rater(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(12, 8), BatchScale(8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        return torch.sigmoid(self.layers(x))


torch.manual_seed(0)
calls = torch.randn(5, 12)
rater = Rater().eval()
with torch.no_grad():
    together = rater(calls)
    alone = torch.cat([rater(call[None]) for call in calls])
print("all at once:", together.flatten().round(decimals=3).tolist())
print("one by one:", alone.flatten().round(decimals=3).tolist())
print("largest difference:", (together - alone).abs().max().item())
