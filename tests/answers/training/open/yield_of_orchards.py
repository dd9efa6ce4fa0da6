"""Predict the yield of orchards.

Symptom: the prediction becomes the mean for every orchard.
Culprit: predictions (n, 1) and targets (n,) make an error of each with each.
Report: none
"""
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(103)
model = nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 1))
soil = torch.randn(150, 5)
tons = soil @ torch.tensor([1.0, -1.0, 0.5, 0.0, 2.0])
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(12):
    rows = torch.randint(0, 150, (30,))
    error = model(soil[rows]) - tons[rows]  # culprit
    # healthy: error = model(soil[rows])[:, 0] - tons[rows]
    loss = (error**2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
