"""A chain of atoms that relaxes under an energy of two pieces.

Symptom: all positions are nan
Culprit: the root of the piece that is not taken is of a negative number, and its gradient stays
Report: pytorch/pytorch#187297
"""

import torch


def energy(distance, cutoff=1.0):
    inside = torch.sqrt(cutoff - distance)  # culprit
    outside = 0.1 * (distance - cutoff)
    return torch.where(distance < cutoff, inside, outside)


def relax(positions, steps=8, rate=0.05):
    positions = positions.clone().requires_grad_(True)
    for step in range(steps):
        gaps = (positions[1:] - positions[:-1]).abs()
        total = energy(gaps).sum()
        (force,) = torch.autograd.grad(total, positions)
        with torch.no_grad():
            positions -= rate * force
    return positions.detach()


def main():
    torch.manual_seed(2)
    start = torch.cumsum(torch.rand(12) * 2, dim=0)
    print(relax(start))


main()
