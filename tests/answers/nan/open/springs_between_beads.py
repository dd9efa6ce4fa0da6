"""Relax a chain of beads that are joined by springs, by gradient descent on the energy.

Symptom: the energy is a number in step 0 and nan from step 1 on; all places are nan.
Culprit: two beads start at the same place, and the gradient of the root at 0 is inf, times 0.
Report: pytorch/pytorch#2421
"""

import torch

REST = 1.0


def chain(beads):
    """Return the start, shape (beads, 2): a loose zigzag whose clasp lies closed, last bead upon first."""
    turn = torch.linspace(0, 2 * torch.pi, beads)
    start = torch.stack([torch.cos(turn), torch.sin(turn)], dim=1)
    start[-1] = start[0]
    return 1.3 * start


def pairs(beads):
    along = torch.arange(beads)
    return torch.stack([along, along.roll(-1)])


class Chain(torch.nn.Module):
    def __init__(self, beads):
        super().__init__()
        self.place = torch.nn.Parameter(chain(beads))
        self.register_buffer("springs", pairs(beads))

    def lengths(self):
        first, second = self.place[self.springs]
        return torch.sqrt(((first - second) ** 2).sum(dim=1))  # culprit

    def forward(self):
        stretch = self.lengths() - REST
        weight = 0.05 * self.place[:, 1].sum()
        return 0.5 * (stretch**2).sum() + weight


def relax(model, steps, rate=0.05):
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    for step in range(steps):
        optimizer.zero_grad()
        energy = model()
        energy.backward()
        optimizer.step()
        if step % 10 == 0 or step == 1:
            print(f"step {step:3d}: energy {energy.item():8.4f}")


model = Chain(beads=8)
relax(model, steps=41)
print(f"longest spring {model.lengths().max().item():.3f}, lowest bead {model.place[:, 1].min().item():.3f}")
