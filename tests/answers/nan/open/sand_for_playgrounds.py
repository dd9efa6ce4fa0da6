"""Plan the transport of sand from pits to playgrounds, made smooth with an entropy.

Symptom: the plan is nan from the second round on, and with it the cost.
Culprit: exp(-cost / 0.02) is 0 for all pits of a playground that is 15 km and more from each, and 0 is divided by 0.
Report: PythonOT/POT#194 (with too little regularization the kernel underflows and Sinkhorn divides by zero)
"""

import torch

SMOOTHNESS = 0.02  # culprit, too
torch.set_default_dtype(torch.float64)


def places(generator):
    pits = torch.tensor([[2.0, 3.0], [8.0, 9.0], [14.0, 4.0]])
    playgrounds = torch.rand(12, 2, generator=generator) * torch.tensor([16.0, 12.0])
    playgrounds[7] = torch.tensor([31.0, 22.0])  # the village behind the hill
    return pits, playgrounds


def amounts(pits, playgrounds, generator):
    offered = torch.tensor([0.5, 0.3, 0.2])
    wanted = 0.5 + torch.rand(len(playgrounds), generator=generator)
    return offered, wanted / wanted.sum()


class Transport:
    def __init__(self, cost, smoothness):
        self.cost = cost
        self.kernel = torch.exp(-cost / smoothness)  # culprit
        self.history = []

    def plan(self, offered, wanted, rounds=60):
        u = torch.ones_like(offered)
        for _ in range(rounds):
            v = wanted / (self.kernel.T @ u)
            u = offered / (self.kernel @ v)
            left = (v * (self.kernel.T @ u) - wanted).abs().sum()
            self.history.append(left.item())
            if left < 1e-9:
                break
        return u[:, None] * self.kernel * v[None, :]

    def total(self, plan):
        return (plan * self.cost).sum()


def main():
    generator = torch.Generator().manual_seed(7)
    pits, playgrounds = places(generator)
    offered, wanted = amounts(pits, playgrounds, generator)
    cost = torch.cdist(playgrounds, pits).T
    transport = Transport(cost, SMOOTHNESS)
    plan = transport.plan(offered, wanted)
    print(f"{len(transport.history)} rounds, left over {transport.history[-1]:.3e}")
    for pit, row in enumerate(plan):
        print(f"pit {pit}: {100 * row.sum():6.2f} percent, most to playground {int(row.argmax())}")
    print(f"cost {transport.total(plan):.4f} km for a load")


if __name__ == "__main__":
    main()
