"""Predict the discharge over a weir from water level and gate opening with a small network.

Trains with plain stochastic gradient descent and reports the test error.
Symptom: the training loss is nan before the first epoch ends, as is the test error.
Culprit: the learning rate in the settings is 5.0 (0.005 was meant), so gradient descent diverges.
Report: none
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass(frozen=True)
class Settings:
    hidden: int = 32
    batch_size: int = 20
    epochs: int = 6
    momentum: float = 0.9
    lr: float = 5.0  # culprit
    seed: int = 33


def measurements(n=400, seed=33):
    rng = np.random.default_rng(seed)
    level = rng.uniform(0.2, 2.4, n)
    gate = rng.uniform(0.05, 1.0, n)
    discharge = 1.7 * gate * level**1.5 * rng.normal(1, 0.03, n)
    x = np.column_stack([level, gate])
    x = (x - x.mean(0)) / x.std(0)
    y = (discharge - discharge.mean()) / discharge.std()
    return torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)[:, None]


def network(hidden):
    return nn.Sequential(
        nn.Linear(2, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1)
    )


class Trainer:
    def __init__(self, settings):
        torch.manual_seed(settings.seed)
        self.s = settings
        self.net = network(settings.hidden)
        self.optimiser = torch.optim.SGD(self.net.parameters(), lr=settings.lr, momentum=settings.momentum)
        self.loss = nn.MSELoss()

    def epoch(self, loader):
        losses = []
        for x, y in loader:
            self.optimiser.zero_grad()
            value = self.loss(self.net(x), y)
            value.backward()
            self.optimiser.step()
            losses.append(value.item())
        return losses

    @torch.no_grad()
    def test(self, x, y):
        return self.loss(self.net(x), y).sqrt().item()


def main():
    s = Settings()
    x, y = measurements()
    trainer = Trainer(s)
    shuffle = torch.Generator().manual_seed(s.seed)
    loader = DataLoader(TensorDataset(x[:320], y[:320]), s.batch_size, shuffle=True, generator=shuffle)
    for k in range(s.epochs):
        losses = trainer.epoch(loader)
        print(f"epoch {k}: first {losses[0]:.4g}  last {losses[-1]:.4g}")
    print("test rmse (standardised):", trainer.test(x[320:], y[320:]))


if __name__ == "__main__":
    main()
