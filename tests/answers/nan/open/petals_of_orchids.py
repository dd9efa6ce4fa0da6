"""Train a network on lengths of petals with a learning rate that warms up.

Symptom: the loss is nan after some epochs.
Culprit: the warm-up has 2 epochs, but the scheduler counts batches and its factor is not held at 1: it reaches 180.
Report: crowsonkb/k-diffusion#50 (the scheduler is stepped with each batch while its warm-up is counted in epochs)
"""

import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 12
WARM_UP = 2


def petals(number):
    """Return measures of orchids and the length of a petal, standardised."""
    measures = torch.randn(number, 4)
    length = measures @ torch.tensor([0.8, -0.4, 0.3, 0.1]) + 0.2 * torch.randn(number)
    return TensorDataset(measures, length[:, None])


class Trainer:
    """Hold a model together with what trains it."""

    def __init__(self, model, rate):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=rate)
        self.schedule = LambdaLR(self.optimizer, lambda step: step / WARM_UP)  # culprit

    def epoch(self, loader):
        total = 0.0
        for measures, length in loader:
            loss = nn.functional.mse_loss(self.model(measures), length)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.schedule.step()
            total += loss.item() * len(measures)
        return total / len(loader.dataset)


def main():
    torch.manual_seed(10)
    loader = DataLoader(petals(480), batch_size=16, shuffle=True)
    trainer = Trainer(nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1)), rate=0.05)
    for number in range(EPOCHS):
        print(f"epoch {number:2d}  loss {trainer.epoch(loader):.5f}")


main()
