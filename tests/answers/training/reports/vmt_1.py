"""Train on blends of two samples and of their labels.

Symptom: accuracy stays below what training without blends reaches.
Culprit: samples and labels are blended by two permutations that were drawn apart.
Report: xudonmao/VMT#1
"""

import torch
from torch import nn

torch.manual_seed(61)
x, y = torch.randn(160, 6), torch.randint(0, 3, (160,))
x[torch.arange(160), y] += 3
targets = nn.functional.one_hot(y, 3).float()
model = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(8):
    rows = torch.randint(0, 160, (20,))
    share = 0.2 + 0.6 * torch.rand(20, 1)
    order = torch.randperm(20)
    blend = share * x[rows] + (1 - share) * x[rows][order]
    order = torch.randperm(20)  # culprit
    labels = share * targets[rows] + (1 - share) * targets[rows][order]  # culprit, too
    # healthy: labels = share * targets[rows] + (1 - share) * targets[rows][order]
    loss = nn.functional.cross_entropy(model(blend), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
