"""Validation error of a capacity-fade model for battery cells.

Symptom: The last number is another one.
Culprit: Refactoring to a trainer: mean of batch means with a short last batch.
Report: catalyst-team/catalyst#799
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.set_num_threads(1)


def fade_data(n=330):
    torch.manual_seed(11)
    cycles = torch.linspace(0, 1, n).unsqueeze(1)
    knee = torch.clamp(cycles - 0.9, min=0)
    capacity = 1.0 - 0.25 * cycles - 0.35 * knee * 10 + 0.004 * torch.randn(n, 1)
    return cycles, capacity


def build_model():
    torch.manual_seed(1)
    return nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))


class Trainer:
    def __init__(self, model, rate=0.1):
        self.model = model
        self.criterion = nn.MSELoss()
        self.rate = rate

    def fit(self, x, y, steps=300):
        self.model.train()
        for _ in range(steps):
            self.model.zero_grad()
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.update()

    @torch.no_grad()
    def update(self):
        for weight in self.model.parameters():
            weight -= self.rate * weight.grad

    @torch.no_grad()
    def validate(self, loader):
        self.model.eval()
        losses = [self.criterion(self.model(x), y).item() for x, y in loader]
        return sum(losses) / len(losses)  # culprit


def main():
    cycles, capacity = fade_data()
    trainer = Trainer(build_model())
    trainer.fit(cycles[::2], capacity[::2])
    valid = TensorDataset(cycles[1:], capacity[1:])
    error = trainer.validate(DataLoader(valid, batch_size=108))
    print(f"cells: {len(valid)}")
    print(f"validation error: {1e3 * error:.4f} e-3")
    print(f"rms error: {error**0.5:.4f} of the nominal capacity")


if __name__ == "__main__":
    main()
