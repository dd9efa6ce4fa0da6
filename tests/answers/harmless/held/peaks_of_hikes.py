"""Learn how hard hikes are from their heights, with a network that takes the highest signal of each hike.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the -inf with which padding is masked before the maximum, which never chooses it.
Report: none (a question asked often: a maximum over sequences of different lengths)
"""

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence


class Hardness(nn.Module):
    """Signals of each point of a hike, their maximum, and one number from it."""

    def __init__(self, width=12):
        super().__init__()
        self.point = nn.Sequential(nn.Linear(2, width), nn.Tanh())
        self.out = nn.Linear(width, 1)

    def forward(self, points, lengths):
        signals = self.point(points)
        padding = torch.arange(points.shape[1])[None, :] >= lengths[:, None]
        signals = signals.masked_fill(padding[:, :, None], float("-inf"))
        return self.out(signals.amax(dim=1)).squeeze(1)


def hikes(number):
    """Return height and slope at the points of hikes, padded, with their lengths and how hard they are."""
    tracks, hard = [], []
    for _ in range(number):
        points = int(torch.randint(5, 30, (1,)))
        slope = 0.3 * torch.randn(points)
        height = slope.cumsum(0)
        tracks.append(torch.stack([height, slope], dim=1))
        hard.append(height.max() + 2 * slope.max())
    lengths = torch.tensor([len(track) for track in tracks])
    return pad_sequence(tracks, batch_first=True), lengths, torch.stack(hard)


def train(model, points, lengths, hard, steps=120):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(steps):
        loss = nn.functional.mse_loss(model(points, lengths), hard)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(8)
    points, lengths, hard = hikes(150)
    model = Hardness()
    print(f"loss {train(model, points, lengths, hard):.4f} of a variance of {hard.var().item():.4f}")
    with torch.no_grad():
        print("hardness:", [round(value, 3) for value in model(points[:4], lengths[:4]).tolist()])
