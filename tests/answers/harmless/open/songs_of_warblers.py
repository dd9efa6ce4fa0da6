"""Tell which of the recorded songs are of a reed warbler, with the probability kept off 0 and 1.

Symptom: none
Culprit: none
Tempts: nan: the sigmoid is near 0 and 1, and its power has a steep slope there; the clamp keeps it finite.
Report: none
"""

import torch
from torch import nn


class FocalLoss(nn.Module):
    def __init__(self, alpha=0.25, gamma=0.5, eps=1e-8):
        super().__init__()
        self.alpha = alpha
        self.gamma = gamma
        self.eps = eps

    def forward(self, logits, target):
        probability = torch.sigmoid(logits).clamp(1e-4, 1.0 - 1e-4)
        positive = (
            self.alpha * torch.pow(1.0 - probability, self.gamma) * target * torch.log(probability + self.eps)
        )
        other = (1.0 - self.alpha) * torch.pow(probability, self.gamma) * (1.0 - target)
        negative = other * torch.log(1.0 - probability + self.eps)
        return -(positive + negative).mean()


def songs(count):
    generator = torch.Generator().manual_seed(4)
    features = torch.randn(count, 12, generator=generator)
    features[:, 0] *= 40.0  # the pitch, in semitones around that of a reed warbler
    target = (features[:, 0] > 50.0).float()
    return features, target


def main():
    torch.manual_seed(0)
    features, target = songs(256)
    model = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 1))
    with torch.no_grad():
        model[2].weight.mul_(12.0)
    loss_of = FocalLoss()
    optimiser = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(3):
        for start in range(0, 256, 64):
            rows = slice(start, start + 64)
            optimiser.zero_grad()
            loss = loss_of(model(features[rows]).squeeze(1), target[rows])
            loss.backward()
            optimiser.step()
        print(f"epoch {epoch}: {loss.item():.4f}")


main()
