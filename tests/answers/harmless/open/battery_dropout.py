"""Trains a network for the life of battery cells and gives its test error.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import torch
import torch.nn.functional as F
from torch import nn

torch.set_num_threads(1)


def make_cells(count=600, seed=33):
    """Temperature, depth of discharge and current against life in 1000 cycles."""
    torch.manual_seed(seed)
    features = torch.rand(count, 3) * 2 - 1
    life = 3.0 - 0.8 * features[:, 0] - 1.1 * features[:, 1] ** 2 + 0.4 * features[:, 2]
    life += 0.05 * torch.randn(count)
    return features, life.unsqueeze(1)


class LifeNet(nn.Module):
    def __init__(self, width=64, drop=0.3):
        super().__init__()
        self.entry = nn.Linear(3, width)
        self.second = nn.Linear(width, width)
        self.last = nn.Linear(width, 1)
        self.drop = drop

    def forward(self, cells):
        hidden = F.relu(self.entry(cells))
        hidden = F.dropout(hidden, self.drop, training=self.training)
        hidden = F.relu(self.second(hidden))
        return self.last(hidden)


def train(model, features, life, epochs=400):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
    model.train()
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = F.mse_loss(model(features), life)
        loss.backward()
        optimizer.step()
    return loss.item()


def evaluate(model, features, life):
    model.eval()
    with torch.no_grad():
        predicted = model(features)
    squared = (predicted - life).pow(2).mean()
    return squared.sqrt().item(), (1 - squared / life.var()).item()


def main():
    features, life = make_cells()
    model = LifeNet()
    last_loss = train(model, features[:450], life[:450])
    error, fit = evaluate(model, features[450:], life[450:])
    print(f"training loss at the end: {last_loss:.4f}")
    print(f"test error: {error * 1000:.0f} cycles (rms)")
    print(f"test R2:    {fit:.3f}")


if __name__ == "__main__":
    main()
