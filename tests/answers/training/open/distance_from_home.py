"""Keep the weights near where they began: a penalty on the distance.

Symptom: the penalty is 0 in each step.
Culprit: `detach` shares the memory of the weights, so that what was kept moves with them.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(283)
model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
start = [one.detach() for one in model.parameters()]  # culprit
# healthy: start = [one.detach().clone() for one in model.parameters()]
x, y = torch.randn(120, 6), torch.randint(0, 2, (120,))
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
for step in range(10):
    rows = torch.randint(0, 120, (30,))
    away = sum((one - was).square().sum() for one, was in zip(model.parameters(), start))  # culprit, too
    # healthy: away = sum((one - was).square().sum() for one, was in zip(model.parameters(), start))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows]) + 0.1 * away
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), away.item())
