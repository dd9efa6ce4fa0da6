"""Learn the stiffness and the damping of a string from a recording, by differentiating through a simulation.

Symptom: recording and model share one module now, and the loop became a generator; all losses are the same.
Culprit: none: equal
Report: none
"""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

POINTS, STEPS = 24, 40


def pluck():
    x = torch.linspace(0, 1, POINTS, dtype=torch.float64)
    return torch.sin(torch.pi * x) + 0.3 * torch.sin(3 * torch.pi * x)


class String(nn.Module):
    def __init__(self, stiffness, damping):
        super().__init__()
        self.values = nn.Parameter(torch.tensor([stiffness, damping], dtype=torch.float64))

    def motion(self, place, steps):
        """Yield the deflection at the pick-up after each step."""
        stiffness, damping = self.values
        speed = torch.zeros_like(place)
        for _ in range(steps):
            bend = place[2:] - 2 * place[1:-1] + place[:-2]
            speed = speed + F.pad(stiffness * bend - damping * speed[1:-1], (1, 1))
            place = place + speed
            yield place[POINTS // 3]

    def forward(self, place):
        return torch.stack(list(self.motion(place, STEPS)))


def record(string, place):
    with torch.no_grad():
        clean = string(place)
    return clean + 0.001 * torch.randn(STEPS, dtype=torch.float64)


def main():
    torch.manual_seed(12)
    place = pluck()
    heard = record(String(0.25, 0.02), place)
    model = String(0.15, 0.05)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(31):
        loss = ((model(place) - heard) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if epoch % 10 == 0:
            stiffness, damping = model.values.tolist()
            print(f"epoch {epoch:2d}: loss {loss.item():.10f}, {stiffness:.8f} {damping:.8f}")


main()
