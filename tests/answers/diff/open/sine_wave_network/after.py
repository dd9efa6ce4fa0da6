"""Teach a network a sine wave, in batches.

Symptom: Since the training loop is a class, the first loss is 0.71 instead of 0.19 and the last twice as high.
Culprit: `run_epoch` calls `zero_grad()` once before its batches, so the gradients of 8 batches pile up.
Report: pytorch/pytorch#47175
"""

from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Trainer:
    model: nn.Module
    rate: float = 0.1
    history: list[float] = field(default_factory=list)

    def __post_init__(self):
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=self.rate)
        self.criterion = nn.MSELoss()

    def run_epoch(self, inputs, targets, size):
        self.optimizer.zero_grad()  # culprit
        total = 0.0
        for batch in torch.randperm(len(inputs)).split(size):
            loss = self.criterion(self.model(inputs[batch]), targets[batch])
            loss.backward()
            self.optimizer.step()
            total += loss.item() * len(batch)
        self.history.append(total / len(inputs))

    def fit(self, inputs, targets, epochs=60, size=32):
        for _ in range(epochs):
            self.run_epoch(inputs, targets, size)
        return self


def build():
    return nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 1))


def main():
    torch.manual_seed(12)
    inputs = torch.linspace(-3, 3, 256).unsqueeze(1)
    targets = torch.sin(inputs)
    trainer = Trainer(build()).fit(inputs, targets)
    print(f"loss after 1 epoch {trainer.history[0]:.5f}, after 60 {trainer.history[-1]:.6f}")
    with torch.no_grad():
        print(f"sin(1.0) is about {trainer.model(torch.ones(1, 1)).item():.5f}")


main()
