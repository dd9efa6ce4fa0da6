"""Predict baking times with an uncertainty, so that the bakery can plan its oven.

The network has two heads: the time in minutes and the variance around it. It is trained with the likelihood of a
normal distribution. Loaves without a note of the time are left out of the training.

Symptom: the loss is nan from the first batch on, and the planned time of every loaf prints nan
Culprit: relu gives a variance of exactly 0 for some loaves, so log gives -inf and the division inf
Report: none
"""

import math

import torch
from torch import nn

torch.manual_seed(20)


class TwoHeads(nn.Module):
    """A shared layer, a head for the mean and a head for the variance."""

    def __init__(self, features: int, width: int = 32) -> None:
        super().__init__()
        self.shared = nn.Sequential(nn.Linear(features, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.mean = nn.Linear(width, 1)
        self.spread = nn.Linear(width, 1)

    def forward(self, loaves: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return mean and variance (loaves,) of the time, in standard units."""
        hidden = self.shared(loaves)
        variance = torch.relu(self.spread(hidden))  # culprit
        return self.mean(hidden).squeeze(-1), variance.squeeze(-1)


def unlikeliness(mean: torch.Tensor, variance: torch.Tensor, minutes: torch.Tensor) -> torch.Tensor:
    """Return the mean negative log likelihood."""
    return (0.5 * (torch.log(2 * math.pi * variance) + (minutes - mean) ** 2 / variance)).mean()


def loaves(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return features (count, 4) and minutes (count,), some of them missing."""
    weight = torch.empty(count).uniform_(0.3, 2.0)
    water = torch.empty(count).uniform_(0.55, 0.8)
    rye = torch.bernoulli(torch.full((count,), 0.4))
    heat = torch.empty(count).normal_(235, 8)
    minutes = 18 + 22 * weight**0.7 + 6 * rye - 0.15 * (heat - 235) + 15 * (water - 0.65)
    minutes = minutes + torch.randn(count) * (1 + 2 * rye)
    minutes[torch.rand(count) < 0.05] = float("nan")
    return torch.stack([weight, water, rye, heat], dim=1), minutes


features, minutes = loaves(600)
noted = ~torch.isnan(minutes)
print(f"{int(noted.sum())} of {len(minutes)} loaves have a time")
features, minutes = features[noted], minutes[noted]
feature_mean, feature_std = features.mean(0), features.std(0)
time_mean, time_std = minutes.mean(), minutes.std()
inputs, targets = (features - feature_mean) / feature_std, (minutes - time_mean) / time_std

network = TwoHeads(inputs.shape[1])
optimiser = torch.optim.Adam(network.parameters(), lr=3e-3)
for epoch in range(5):
    order = torch.randperm(len(inputs))
    losses = []
    for batch in order.split(50):
        mean, variance = network(inputs[batch])
        loss = unlikeliness(mean, variance, targets[batch])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: first batch {losses[0]:.3f}, last batch {losses[-1]:.3f}")

with torch.no_grad():
    plan = torch.tensor([[0.5, 0.62, 0.0, 238.0], [1.0, 0.7, 1.0, 232.0], [1.8, 0.75, 1.0, 230.0]])
    mean, variance = network((plan - feature_mean) / feature_std)
    late = mean + 1.645 * variance.sqrt()
for grams, middle, high in zip(
    [500, 1000, 1800], mean * time_std + time_mean, late * time_std + time_mean, strict=True
):
    print(f"{grams:5d} g: {middle:.1f} minutes, done by {high:.1f} with 95 %")
