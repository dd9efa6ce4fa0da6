"""Train with clipped gradients.

Symptom: steps are as long as without clipping.
Culprit: gradients are clipped before the backward pass makes them.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(173)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
x = torch.randn(90, 6) * 5
y = x.sum(1, keepdim=True) * 4
optimizer = torch.optim.SGD(model.parameters(), lr=0.001)
for step in range(9):
    rows = torch.randint(0, 90, (30,))
    loss = nn.functional.mse_loss(model(x[rows]), y[rows])
    optimizer.zero_grad()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # culprit
    # healthy: pass
    loss.backward()
    # healthy: torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
print(loss.item())
