"""Segment slices with a learning rate that falls by half each epoch.

Symptom: nothing is learnt from the second epoch on.
Culprit: the scheduler steps with each batch (from step 1 on, counted from 0).
Report: ivadomed/ivadomed#55
"""
import torch
from torch import nn

torch.manual_seed(83)
model = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 1, 1))
slices = torch.randn(72, 1, 8, 8)
masks = (slices > 0.5).float()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.2)
for epoch in range(3):
    for rows in torch.randperm(72).split(6):
        loss = nn.functional.binary_cross_entropy_with_logits(model(slices[rows]), masks[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # culprit, too
        # healthy: optimizer.step()
        scheduler.step()  # culprit
    # healthy: scheduler.step()
    print(epoch, loss.item())
