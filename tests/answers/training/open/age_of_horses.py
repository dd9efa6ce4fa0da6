"""Fit a line through measured ages.

Symptom: the line stays flat.
Culprit: predictions have the shape (n, 1) and ages (n,): the loss compares each prediction with each age.
Report: pytorch/pytorch#16045
"""
import torch
from torch import nn

torch.manual_seed(227)
teeth = torch.randn(100, 2)
ages = 10 + 9 * teeth[:, 0] - 2 * teeth[:, 1] + torch.randn(100)
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = nn.MSELoss()
for epoch in range(15):
    optimizer.zero_grad()
    found = model(teeth)
    loss = criterion(found, ages)  # culprit
    # healthy: loss = criterion(found.squeeze(1), ages)
    loss.backward()
    optimizer.step()
print(loss.item(), model.weight.tolist())
