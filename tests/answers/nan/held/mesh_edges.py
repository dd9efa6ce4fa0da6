"""Relax a rope of particles so that neighbouring particles keep their rest length.

Symptom: The program prints NaN or inf.
Culprit: Gradient of sqrt at a zero-length segment.
Report: akanazawa/cmr#11
"""

import torch

torch.set_num_threads(1)

N = 20
REST = 0.1


def initial_rope():
    torch.manual_seed(3)
    x = torch.linspace(0, 1.2, N)
    y = 0.05 * torch.randn(N)
    points = torch.stack([x, y], dim=1)
    points[7] = points[6]
    return points.requires_grad_(True)


def segment_lengths(points):
    delta = points[1:] - points[:-1]
    return torch.sqrt((delta**2).sum(dim=1))  # culprit


def energy(points):
    stretch = segment_lengths(points) - REST
    anchor = (points[0] - torch.tensor([0.0, 0.0])).pow(2).sum()
    sag = 0.02 * points[:, 1].mean()
    return (stretch**2).sum() + anchor + sag


def relax(points, steps=150, rate=0.05):
    for _ in range(steps):
        (force,) = torch.autograd.grad(energy(points), points)
        with torch.no_grad():
            points -= rate * force
    return energy(points).item()


rope = initial_rope()
print(f"energy before {energy(rope).item():.4f}")
print(f"shortest segment {segment_lengths(rope).min().item():.3f}")
final = relax(rope)
print(f"rope length {segment_lengths(rope).sum().item():.4f}")
print(f"energy after {final:.5f}")
