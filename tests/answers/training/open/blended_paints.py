"""Train on blends of two samples and of their labels.

Symptom: blending makes the model worse.
Culprit: samples and labels are blended with two different permutations.
Report: xudonmao/VMT#1
"""
import torch
from torch import nn

torch.manual_seed(229)
paints = torch.randn(128, 6)
colours = nn.functional.one_hot((paints.sum(1) > 0).long(), 2).float()
model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)


def blend(x, y):
    share = 0.3
    # healthy: order = torch.randperm(len(x))
    x = share * x + (1 - share) * x[torch.randperm(len(x))]  # culprit
    # healthy: x = share * x + (1 - share) * x[order]
    y = share * y + (1 - share) * y[torch.randperm(len(y))]  # culprit, too
    # healthy: y = share * y + (1 - share) * y[order]
    return x, y


for step in range(12):
    rows = torch.randperm(128)[:32]
    x, y = blend(paints[rows], colours[rows])
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
