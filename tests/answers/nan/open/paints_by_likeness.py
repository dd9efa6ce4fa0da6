"""Positions of paints on a plane, so that like colours lie near each other.

Moves points until their distances are those of the colours, and prints the stress on the way.

Symptom: the stress is NaN from the second step on, and so are all positions.
Culprit: the pairs are taken with the diagonal, so each paint is a pair with itself; the distance of such a pair is
the root of 0, whose derivative is infinite.
Report: none
"""

import torch


def colours():
    generator = torch.Generator().manual_seed(6)
    return torch.rand(9, 3, generator=generator)


def pairs(count):
    first, second = torch.triu_indices(count, count)  # culprit
    return first, second


def distances(points, first, second):
    return ((points[first] - points[second]) ** 2).sum(dim=1).sqrt()


def arrange(wanted, first, second, steps=60):
    torch.manual_seed(3)
    place = torch.randn(9, 2, requires_grad=True)
    optimiser = torch.optim.Adam([place], lr=0.05)
    for step in range(steps):
        stress = (distances(place, first, second) - wanted).pow(2).sum()
        optimiser.zero_grad()
        stress.backward()
        optimiser.step()
        if step % 20 == 0:
            print(f"step {step:2d}: stress {stress.item():.4f}")
    return place.detach()


paints = colours()
first, second = pairs(len(paints))
place = arrange(distances(paints, first, second), first, second)
print(f"widest {place.max().item() - place.min().item():.3f}")
