"""Clip gradients before each step.

Symptom: the training is as unstable as without the limit.
Culprit: the gradients are clipped before the backward pass, when there are none.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(347)
x = torch.randn(90, 5)
y = 8 * x[:, :1] - 3
model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
for step in range(10):
    rows = torch.randint(0, 90, (30,))
    loss = nn.functional.mse_loss(model(x[rows]), y[rows])
    optimizer.zero_grad(set_to_none=False)
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)  # culprit
    loss.backward()
    # healthy: torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
print(loss.item())
