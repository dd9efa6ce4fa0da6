"""Relax a small cluster of atoms by gradient descent on pair distances.

Symptom: The program prints NaN or inf.
Culprit: Gradient of sqrt at the zero diagonal distance.
Report: pytorch/pytorch#2421
"""

import torch

torch.set_default_dtype(torch.float64)
REST = 1.2


def start(n=7, seed=29):
    generator = torch.Generator().manual_seed(seed)
    return torch.rand(n, 3, generator=generator) * 2.0


def pair_distances(positions):
    difference = positions[:, None, :] - positions[None, :, :]
    return torch.sqrt((difference**2).sum(dim=-1))  # culprit


def energy(positions):
    distance = pair_distances(positions)
    bonded = 1.0 - torch.eye(len(positions))
    stretch = (distance - REST) ** 2
    return 0.5 * (stretch * bonded).sum()


def relax(positions, steps=60, rate=0.02):
    positions = positions.clone().requires_grad_(True)
    for _ in range(steps):
        value = energy(positions)
        (gradient,) = torch.autograd.grad(value, positions)
        with torch.no_grad():
            positions -= rate * gradient
    return positions.detach()


def main():
    atoms = start()
    print(f"energy at the start: {energy(atoms).item():.4f}")
    relaxed = relax(atoms)
    print(f"energy at the end  : {energy(relaxed).item():.4f}")
    radius = (relaxed - relaxed.mean(dim=0)).norm(dim=1).mean().item()
    print(f"mean radius        : {radius:.4f}")


if __name__ == "__main__":
    main()
