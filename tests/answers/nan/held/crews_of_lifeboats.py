"""Learns how fast lifeboats put to sea, from the training of their crews.

Symptom: the loss is nan from the first step on, and so are the weights
Culprit: std of the one crew of a small station divides by n - 1 = 0 and is nan
Report: none
"""

from dataclasses import dataclass

import torch
from torch import nn

torch.set_num_threads(1)


@dataclass
class Stations:
    station: torch.Tensor
    hours: torch.Tensor
    minutes: torch.Tensor


def gather(seed: int) -> Stations:
    """Crews of seven stations: hours of training in three kinds of drill, and minutes to launch."""
    generator = torch.Generator().manual_seed(seed)
    sizes = torch.tensor([9, 6, 12, 1, 8, 5, 10])
    station = torch.repeat_interleave(torch.arange(len(sizes)), sizes)
    hours = torch.rand(len(station), 3, generator=generator) * 40 + 5
    local = torch.randn(len(sizes), generator=generator)[station]
    minutes = 14 - hours @ torch.tensor([0.08, 0.05, 0.02]) + local
    return Stations(station, hours, minutes + 0.3 * torch.randn(len(station), generator=generator))


def within_stations(data: Stations) -> torch.Tensor:
    """Hours relative to the other crews of the same station."""
    scaled = torch.empty_like(data.hours)
    for station in data.station.unique():
        members = data.station == station
        group = data.hours[members]
        spread = group.std(dim=0)  # culprit
        scaled[members] = (group - group.mean(dim=0)) / (spread + 1e-6)
    return scaled


class Launch(nn.Module):
    def __init__(self, stations: int) -> None:
        super().__init__()
        self.local = nn.Embedding(stations, 4)
        self.net = nn.Sequential(nn.Linear(7, 12), nn.Tanh(), nn.Linear(12, 1))

    def forward(self, station: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        return self.net(torch.cat([self.local(station), features], dim=1)).squeeze(1)


def train(data: Stations, steps: int = 12) -> tuple[Launch, float]:
    torch.manual_seed(3)
    model = Launch(7)
    features = within_stations(data)
    target = (data.minutes - data.minutes.mean()) / data.minutes.std()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(data.station, features), target)
        loss.backward()
        optimizer.step()
    return model, loss.item()


data = gather(1824)
model, loss = train(data)
print("crews", len(data.station))
print("mean minutes", round(data.minutes.mean().item(), 3))
print("loss", loss)
print("largest weight", model.net[0].weight.abs().max().item())
