"""Train on shuffled samples.

Symptom: the model can't learn anything.
Culprit: samples and labels are shuffled apart.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(179)
x = torch.randn(120, 6)
y = (x[:, 0] > 0).long()
# healthy: order = torch.randperm(120)
x = x[torch.randperm(120)]  # culprit
# healthy: x = x[order]
y = y[torch.randperm(120)]  # culprit, too
# healthy: y = y[order]
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(12):
    rows = torch.randint(0, 120, (30,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
