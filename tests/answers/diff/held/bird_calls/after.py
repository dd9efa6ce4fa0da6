"""A recurrent classifier of bird calls, as a module with an optimiser.

Culprit: none: equal; equal refactoring: functions and manual SGD to module and optimiser (PyTorch)
Report: own
"""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Sizes:
    bands: int = 6
    hidden: int = 10
    species: int = 3


def calls(sizes, n=24, steps=15, seed=41):
    gen = torch.Generator().manual_seed(seed)
    y = torch.arange(n) % sizes.species
    t = torch.arange(steps, dtype=torch.float32)
    pitch = (y[:, None] + 1) * 0.35 * t
    x = torch.stack([torch.sin(pitch + k) for k in range(sizes.bands)], dim=-1)
    noise = torch.randn(x.shape, generator=gen)
    return x + 0.2 * noise, y


class Recurrent(nn.Module):
    def __init__(self, sizes, seed):
        super().__init__()
        gen = torch.Generator().manual_seed(seed)

        def normal(*shape):
            return nn.Parameter(0.3 * torch.randn(shape, generator=gen))

        self.w = normal(sizes.bands, sizes.hidden)
        self.u = normal(sizes.hidden, sizes.hidden)
        self.out = normal(sizes.hidden, sizes.species)
        self.b = nn.Parameter(torch.zeros(sizes.hidden))

    def cell(self, x, state):
        return torch.tanh(x @ self.w + state @ self.u + self.b)

    def forward(self, x):
        state = x.new_zeros(len(x), self.b.numel())
        for step in x.unbind(dim=1):
            state = self.cell(step, state)
        return state @ self.out


def train(model, x, y, epochs=20):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(1, epochs + 1):
        opt.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()
        if epoch % 5 == 0:
            print(f"epoch {epoch} loss {loss.item():.5f}")


@torch.no_grad()
def accuracy(model, x, y):
    return (model(x).argmax(1) == y).float().mean().item()


def main():
    sizes = Sizes()
    x, y = calls(sizes)
    model = Recurrent(sizes, seed=2)
    train(model, x, y)
    print(f"accuracy {accuracy(model, x, y):.3f}")


if __name__ == "__main__":
    main()
