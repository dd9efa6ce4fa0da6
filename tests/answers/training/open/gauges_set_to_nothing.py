"""Train in the usual order of calls, nearly.

Symptom: the loss does not fall.
Culprit: the gradients are set to zero between the backward pass and the step.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(337)
x, y = torch.randn(90, 5), torch.randint(0, 3, (90,))
model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(10):
    rows = torch.randint(0, 90, (30,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    # healthy: optimizer.zero_grad()
    loss.backward()
    optimizer.zero_grad(set_to_none=False)  # culprit
    optimizer.step()
print(loss.item())
