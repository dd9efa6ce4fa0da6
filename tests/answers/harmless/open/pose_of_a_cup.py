"""Find the pose of a cup by turning it until it looks as on the picture.

Symptom: none
Culprit: none
Tempts: nan: acos near 1, kept off by a clamp.
Report: none
"""

import torch


def matrix(angles):
    a, b = angles.unbind(1)
    zero, one = torch.zeros_like(a), torch.ones_like(a)
    first = torch.stack([a.cos(), -a.sin(), zero, a.sin(), a.cos(), zero, zero, zero, one], 1).view(-1, 3, 3)
    second = torch.stack([one, zero, zero, zero, b.cos(), -b.sin(), zero, b.sin(), b.cos()], 1).view(-1, 3, 3)
    return first @ second


def distance(first, second):
    trace = (first.transpose(1, 2) @ second).diagonal(dim1=1, dim2=2).sum(1)
    cosine = ((trace - 1) / 2).clamp(-0.9999, 0.9999)
    return torch.acos(cosine)


class Views:
    def __init__(self, count):
        generator = torch.Generator().manual_seed(12)
        self.right = 0.6 * torch.randn(count, 2, generator=generator)
        self.right[:2] = 0.0
        self.start = self.right + 0.2 * torch.randn(count, 2, generator=generator)
        self.start[:2] = 0.0


def main():
    views = Views(6)
    pose = views.start.clone().requires_grad_()
    target = matrix(views.right)
    optimiser = torch.optim.Adam([pose], lr=0.02)
    for step in range(3):
        optimiser.zero_grad()
        loss = distance(matrix(pose), target).mean()
        loss.backward()
        optimiser.step()
        print(step, loss.item())
    print(pose.detach())


main()
