"""Move atoms apart by gradient descent on a pair potential.

Symptom: after the first step all places are nan although the energy is finite.
Culprit: the square root of the zero distance of each atom to itself has an infinite gradient; times 0 it is nan.
Report: pytorch/pytorch#6394
"""

import torch


def distances(places):
    difference = places[:, None] - places[None]
    return difference.pow(2).sum(-1).sqrt()  # culprit


def energy(places, radius=1.2):
    overlap = torch.relu(radius - distances(places))
    apart = 1 - torch.eye(len(places))
    return (overlap * apart).pow(2).sum()


def relax(places, steps=5, rate=0.05):
    places = places.clone().requires_grad_(True)
    optimizer = torch.optim.SGD([places], lr=rate)
    for step in range(steps):
        optimizer.zero_grad()
        loss = energy(places)
        loss.backward()
        optimizer.step()
        print(f"step {step}: energy {loss.item():.5f}")
    return places.detach()


torch.manual_seed(2)
final = relax(torch.rand(7, 3))
print("centre:", final.mean(0).tolist())
