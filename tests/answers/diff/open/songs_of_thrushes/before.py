"""Tell songs of thrushes apart, with a rate of learning that falls from epoch to epoch.

Culprit: see after.py
"""

import torch
from torch import nn

torch.manual_seed(12)
songs = torch.randn(96, 10)
kinds = (songs[:, 0] + songs[:, 1] * songs[:, 2] > 0).long()
model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)

losses = []
for epoch in range(6):
    total = 0.0
    for start in range(0, 96, 24):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(songs[start : start + 24]), kinds[start : start + 24])
        loss.backward()
        optimizer.step()
        total += loss.item()
    schedule.step()
    losses.append(total / 4)

with torch.no_grad():
    right = (model(songs).argmax(1) == kinds).float().mean().item()
print("losses", [round(one, 5) for one in losses])
print(f"right {right:.4f}, rate {optimizer.param_groups[0]['lr']:.6f}")
