"""Learn an embedding in which pictures of one object lie close together.

Symptom: all weights are nan after the step that holds a pair of twice the same picture; the loss was finite.
Culprit: the distance of a picture to itself is sqrt(0), whose gradient is inf, and inf * 0 is nan.
Report: pytorch/pytorch#6394
"""

import torch
from torch import nn


def distance(first, second):
    """Euclidean distance of the rows."""
    return (first - second).pow(2).sum(dim=1).sqrt()  # culprit


def contrastive(first, second, same, margin=1.0):
    gap = distance(first, second)
    return torch.where(same, gap, torch.clamp(margin - gap, min=0)).mean()


def pairs(pictures, steps, generator):
    for step in range(steps):
        left = torch.randint(0, len(pictures), (16,), generator=generator)
        right = (left + torch.randint(1, len(pictures), (16,), generator=generator)) % len(pictures)
        if step == 23:
            right[5] = left[5]
        yield left, right


def main():
    torch.manual_seed(1)
    generator = torch.Generator().manual_seed(2)
    pictures = torch.randn(40, 12)
    objects = torch.arange(40) // 4
    network = nn.Sequential(nn.Linear(12, 16), nn.Tanh(), nn.Linear(16, 4))
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-2)
    for step, (left, right) in enumerate(pairs(pictures, 40, generator)):
        optimizer.zero_grad()
        loss = contrastive(network(pictures[left]), network(pictures[right]), objects[left] == objects[right])
        loss.backward()
        optimizer.step()
        if step % 6 == 5:
            print(f"step {step:2d}: loss {loss.item():.4f}")
    print("weights finite:", all(bool(torch.isfinite(p).all()) for p in network.parameters()))


if __name__ == "__main__":
    main()
