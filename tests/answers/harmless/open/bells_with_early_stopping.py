"""Learn the pitch of bells from their size, and stop when the error on bells held back grows.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the best error that starts at inf, `diff` the clock, which reaches no result.
Report: none
"""

import copy
import math
import time

import torch
from torch import nn


def bells(number, seed):
    generator = torch.Generator().manual_seed(seed)
    size = 0.3 + 1.2 * torch.rand(number, 1, generator=generator)
    pitch = 0.6 / size + 0.05 * torch.randn(number, 1, generator=generator)
    return size, pitch


class BestSoFar:
    def __init__(self, patience):
        self.patience = patience
        self.error = math.inf
        self.state = None
        self.waited = 0
        self.epochs = 0

    def tired(self, error, model):
        self.epochs += 1
        if error < self.error:
            self.error, self.waited = error, 0
            self.state = copy.deepcopy(model.state_dict())
        else:
            self.waited += 1
        return self.waited >= self.patience


def main():
    torch.manual_seed(2)
    size, pitch = bells(48, seed=3)
    model = nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
    best = BestSoFar(patience=15)
    started = time.monotonic()
    for _ in range(400):
        loss = nn.functional.mse_loss(model(size[:32]), pitch[:32])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            error = nn.functional.mse_loss(model(size[32:]), pitch[32:]).item()
        if best.tired(error, model):
            break
    model.load_state_dict(best.state)
    print(f"stopped after {best.epochs} epochs, best error {best.error:.5f}")
    print(f"a bell of 1 m: {model(torch.ones(1, 1)).item():.4f}, in time: {time.monotonic() - started < 120}")


if __name__ == "__main__":
    main()
