"""Predict the weight of melons from their measures with a normalised network.

Symptom: training is the same to the last digit, and the error on new melons is another.
Culprit: the momentum of the running statistics is 0.9, as another library means it; here it is 0.1 for the same.
Report: ludwig-ai/ludwig#2100
"""

import torch
from torch import nn

BATCH = 32


class Scales(nn.Module):
    def __init__(self, width=12, momentum=0.9):  # culprit
        super().__init__()
        self.first = nn.Linear(3, width)
        self.norm = nn.BatchNorm1d(width, momentum=momentum)  # culprit, too
        self.last = nn.Linear(width, 1)

    def forward(self, size):
        return self.last(torch.relu(self.norm(self.first(size))))


def melons(count):
    size = torch.rand(count, 3) * torch.tensor([30.0, 25.0, 2.0])
    noise = 0.05 * torch.randn(count, 1)
    return size, 0.004 * size[:, :1] * size[:, 1:2] + 0.3 * size[:, 2:] + noise


def train(model, size, weight, epochs=4):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(epochs):
        for start in range(0, len(size), BATCH):
            guess = model(size[start : start + BATCH])
            loss = ((guess - weight[start : start + BATCH]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(6)
    size, weight = melons(192)
    model = Scales()
    loss = train(model, size[:160], weight[:160])
    model.eval()
    with torch.no_grad():
        error = (model(size[160:]) - weight[160:]).abs().mean().item()
    print(f"last loss in training: {loss:.6f}")
    print(f"error on new melons: {error:.6f}")


main()
