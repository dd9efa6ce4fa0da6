"""Refine the angle of a molecule with gradient descent, by the distance of its atoms.

Symptom: the angle is nan after the first step.
Culprit: one atom lies on its target: the gradient of its distance, the root of 0, is infinite times 0.
Report: HIPS/autograd#586
"""

import torch


def rotated(atoms, angle):
    cos, sin = torch.cos(angle), torch.sin(angle)
    turn = torch.stack([torch.stack([cos, -sin]), torch.stack([sin, cos])])
    return atoms @ turn.T


def distance(one, other):
    return ((one - other) ** 2).sum(dim=1).sqrt()  # culprit


atoms = torch.tensor([[0.0, 0.0], [1.5, 0.0], [2.2, 1.1], [1.5, 2.3]])
target = rotated(atoms, torch.tensor(0.4))
angle = torch.tensor(0.1, requires_grad=True)
optimizer = torch.optim.SGD([angle], lr=0.02)
for step in range(5):
    loss = distance(rotated(atoms, angle), target).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: loss {loss.item():.4f}, angle {angle.item():.4f}")
