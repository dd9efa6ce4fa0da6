"""Gather gradients over four batches a step, for three epochs of seven batches.

Symptom: the first step of each epoch but the first is too large.
Culprit: the three batches left at an epoch's end are never stepped nor zeroed, and leak into the next epoch (from step 1 on, counted from 0).
Report: meta-pytorch/torchtune#2745
"""
import torch
from torch import nn

torch.manual_seed(27)
x = torch.randn(56, 10)
y = torch.randint(0, 3, (56,))
model = nn.Sequential(nn.Linear(10, 24), nn.GELU(), nn.Linear(24, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for epoch in range(4):
    order = torch.randperm(56).split(8)
    for index, rows in enumerate(order):
        size = 4 if index < 4 else 3
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows]) / size
        loss.backward()
        if (index + 1) % 4 == 0:  # culprit
        # healthy: if (index + 1) % 4 == 0 or index + 1 == len(order):
            optimizer.step()  # culprit, too
            # healthy: optimizer.step()
            optimizer.zero_grad()  # culprit, too
            # healthy: optimizer.zero_grad()
print(loss.item())
