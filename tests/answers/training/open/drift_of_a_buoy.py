"""Fit the drift of a buoy.

Symptom: the loss swings and grows, since each step uses the sum of all gradients so far.
Culprit: the gradients are never set to zero.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(19)
model = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
wind = torch.randn(200, 6)
drift = wind[:, :2] * 0.7 + 0.1 * torch.randn(200, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
for step in range(14):
    rows = torch.randint(0, 200, (40,))
    loss = nn.functional.mse_loss(model(wind[rows]), drift[rows])
    # healthy: optimizer.zero_grad()
    loss.backward()  # culprit
    # healthy: loss.backward()
    optimizer.step()  # culprit, too
    # healthy: optimizer.step()
print(loss.item())
