"""Limit each number of the gradient.

Symptom: the limit changes nothing.
Culprit: `clamp` returns a new tensor, which is not kept.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(269)
model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
x = torch.randn(90, 5)
y = 10 * x[:, :1]
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(10):
    rows = torch.randint(0, 90, (30,))
    loss = nn.functional.mse_loss(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    for parameter in model.parameters():
        parameter.grad.clamp(-0.1, 0.1)  # culprit
        # healthy: parameter.grad.clamp_(-0.1, 0.1)
    optimizer.step()
print(loss.item())
