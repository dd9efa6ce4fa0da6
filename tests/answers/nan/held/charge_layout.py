"""Relaxes equal charges on a plane to a low energy.

Symptom: the energy is 86.693 at the start and nan after the first step.
Culprit: the distance of a charge from itself is 0, and the gradient of the root at 0 is infinite; times the 0 of the diagonal mask it is nan.
Report: pytorch/pytorch#2421
"""

import torch

torch.set_num_threads(1)


def start_positions(count=12, seed=13):
    torch.manual_seed(seed)
    return torch.rand(count, 2) * 2 - 1


def pair_distances(positions):
    difference = positions[:, None, :] - positions[None, :, :]
    return difference.pow(2).sum(dim=-1).sqrt()  # culprit


def energy(positions, softening=0.05, spring=0.8):
    """Repulsion of equal charges and a spring to the centre."""
    distances = pair_distances(positions)
    repulsion = 1.0 / (distances + softening)
    others = ~torch.eye(positions.shape[0], dtype=torch.bool)
    return 0.5 * repulsion[others].sum() + spring * positions.pow(2).sum()


def relax(positions, steps=200, rate=0.01):
    positions = positions.clone().requires_grad_(True)
    optimizer = torch.optim.Adam([positions], lr=rate)
    history = []
    for _ in range(steps):
        optimizer.zero_grad()
        value = energy(positions)
        value.backward()
        optimizer.step()
        history.append(value.item())
    return positions.detach(), history


def main():
    start = start_positions()
    print(f"{start.shape[0]} charges, energy at the start {energy(start).item():.3f}")
    positions, history = relax(start)
    print(f"energy after the first step: {history[1]:.3f}")
    print(f"energy at the end: {history[-1]:.3f}")
    radius = positions.norm(dim=1)
    print(f"mean distance from the centre: {radius.mean().item():.3f}")


if __name__ == "__main__":
    main()
