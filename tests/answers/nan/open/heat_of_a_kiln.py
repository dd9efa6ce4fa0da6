"""Fit a heat law that is a root above a threshold and linear below it.

Symptom: the loss of the second step is nan.
Culprit: the root is taken of all readings, also of those below the threshold; its slope there is nan, times 0 is nan.
Report: pytorch/pytorch#187297
"""

import torch
from torch import nn


class Law(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = nn.Parameter(torch.tensor(0.2))
        self.scale = nn.Parameter(torch.tensor(1.0))

    def forward(self, power):
        above = power - self.shift
        return self.scale * torch.where(above > 0, torch.sqrt(above), 0.1 * above)  # culprit


power = torch.linspace(-0.5, 2.0, 26)
heat = torch.where(power > 0.5, 1.4 * torch.sqrt((power - 0.5).clamp(min=0)), 0.14 * (power - 0.5))
law = Law()
optimizer = torch.optim.SGD(law.parameters(), lr=0.05)
for step in range(6):
    loss = nn.functional.mse_loss(law(power), heat)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
