"""Assign customers to depots with a soft nearest-depot rule trained by gradient descent.

Symptom: none
Culprit: none
Tempts: a question could accuse this: twin of concrete_strength: intended (N,1) minus (K,) broadcasting.
Report: none
"""

import torch

torch.manual_seed(21)
torch.set_default_dtype(torch.float64)


def customers(n=120):
    towns = torch.tensor([[0.0, 0.0], [6.0, 1.0], [2.0, 5.0]])
    pick = torch.randint(0, 3, (n,))
    return towns[pick] + 0.6 * torch.randn(n, 2)


def squared_distances(points, depots):
    dx = points[:, 0:1] - depots[:, 0]
    dy = points[:, 1:2] - depots[:, 1]
    return dx**2 + dy**2


def soft_cost(points, depots, sharpness=1.5):
    d2 = squared_distances(points, depots)
    share = torch.softmax(-sharpness * d2, dim=1)
    return (share * d2).sum(dim=1).mean()


def place_depots(points, steps=250, rate=0.2):
    depots = torch.tensor([[1.0, 1.0], [4.0, 2.0], [2.0, 3.0]], requires_grad=True)
    for _ in range(steps):
        (gradient,) = torch.autograd.grad(soft_cost(points, depots), depots)
        with torch.no_grad():
            depots -= rate * gradient
    return depots.detach()


def main():
    points = customers()
    depots = place_depots(points)
    nearest = squared_distances(points, depots).min(dim=1).values
    print("depots:", [[round(v, 3) for v in row] for row in depots.tolist()])
    print(f"mean squared distance: {nearest.mean().item():.4f}")


if __name__ == "__main__":
    main()
