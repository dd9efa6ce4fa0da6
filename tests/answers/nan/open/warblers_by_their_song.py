"""Tell which of the recorded songs are of a reed warbler, where one song in ten is.

Symptom: after the first step all weights are nan
Culprit: the power 0.5 of 1 - p has an infinite slope where the sigmoid is 1: 0 * inf in the backward pass
Report: kornia/kornia#918
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
        probability = torch.sigmoid(logits)
        weight = self.alpha * torch.pow(1.0 - probability, self.gamma)  # culprit
        positive = weight * target * torch.log(probability + self.eps)
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
