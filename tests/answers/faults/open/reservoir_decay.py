"""Decay of chlorine in a reservoir: initial amount and rate, fitted by gradient descent.

Symptom: The number is wrong.
Culprit: Detach() in forward: the rate gets no gradient.
Report: speechbrain/speechbrain#1396
"""

import torch
from torch import nn

torch.manual_seed(8)

hours = torch.linspace(0, 12, 80)
measured = 2.4 * torch.exp(-0.35 * hours) + 0.02 * torch.randn(80)


class Decay(nn.Module):
    def __init__(self):
        super().__init__()
        self.amount = nn.Parameter(torch.tensor(1.0))
        self.rate = nn.Parameter(torch.tensor(0.1))

    def forward(self, t):
        rate = self.rate.detach().clamp(min=0.0)  # culprit
        return self.amount * torch.exp(-rate * t)


model = Decay()
opt = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(1500):
    loss = ((model(hours) - measured) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 500 == 0:
        print("step", step, "loss", loss.item())

print("amount (mg/l):", model.amount.item())
print("decay rate (per hour):", model.rate.item())
