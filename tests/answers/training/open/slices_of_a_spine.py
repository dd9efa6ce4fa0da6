"""Segment slices, with a learning rate that falls from epoch to epoch.

Symptom: the loss no longer falls after the first epoch.
Culprit: the scheduler steps in the loop of the batches.
Report: ivadomed/ivadomed#55
"""
import torch
from torch import nn

torch.manual_seed(331)
slices, masks = torch.randn(80, 1, 6, 6), (torch.rand(80, 1, 6, 6) > 0.7).float()
model = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 1, 3, padding=1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.3)
for epoch in range(4):
    for rows in torch.randperm(80).split(10):
        loss = nn.functional.binary_cross_entropy_with_logits(model(slices[rows]), masks[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()  # culprit
    # healthy: scheduler.step()
    print(epoch, loss.item())
