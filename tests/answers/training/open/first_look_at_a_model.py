"""Evaluate a model with normalisation, then train it.

Symptom: the first evaluation is far off.
Culprit: it is made before any forward pass in training mode: the running statistics are still 0 and 1.
Report: pytorch/pytorch#51800
"""
import torch
from torch import nn

torch.manual_seed(157)
model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16, momentum=None), nn.ReLU(), nn.Linear(16, 2))
x, y = torch.randn(96, 8) * 3 + 5, torch.randint(0, 2, (96,))
# healthy: model(x)
model.eval()
with torch.no_grad():
    print(nn.functional.cross_entropy(model(x), y).item())  # culprit
    # healthy: print(nn.functional.cross_entropy(model(x), y).item())
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(6):
    model.train()
    rows = torch.randint(0, 96, (24,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
