"""Height of the tide from the hour, by a small network with sines as features.

Prints the error on the way and the height at noon.

Symptom: the error is NaN after some dozen steps.
Culprit: no line sets the gradients to zero, so each backward pass adds to them.
Report: none
"""

import torch
from torch import nn


class Tide(nn.Module):
    def __init__(self, waves):
        super().__init__()
        self.speed = torch.arange(1, waves + 1) * 0.26
        self.layers = nn.Sequential(nn.Linear(2 * waves, 20), nn.ReLU(), nn.Linear(20, 1))

    def forward(self, hours):
        angle = hours[:, None] * self.speed
        return self.layers(torch.cat([angle.sin(), angle.cos()], dim=1)).squeeze(1)


def measured(count):
    hours = torch.linspace(0, 48, count)
    return hours, 4 + 1.6 * torch.cos(hours * 0.506)


torch.manual_seed(5)
hours, height = measured(96)
model = Tide(5)
optimiser = torch.optim.SGD(model.parameters(), lr=0.04, momentum=0.9)
for step in range(150):
    error = nn.functional.mse_loss(model(hours), height)
    error.backward()  # culprit
    optimiser.step()
    if step % 30 == 0:
        print(f"step {step:3d}: {error.item():.4g}")
print(f"at noon {model(torch.tensor([12.0])).item():.2f} m")
