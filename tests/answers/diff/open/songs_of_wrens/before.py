"""Train a small network on the songs of wrens and print its loss on the rest."""

import torch
from torch import nn

torch.manual_seed(12)
songs = torch.randn(96, 6)
kind = (songs[:, 0] + songs[:, 1] * songs[:, 2] > 0).float()[:, None]
model = nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(5):
    for start in range(0, 64, 16):
        loss = nn.functional.binary_cross_entropy_with_logits(
            model(songs[start : start + 16]), kind[start : start + 16]
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
with torch.no_grad():
    rest = nn.functional.binary_cross_entropy_with_logits(model(songs[64:]), kind[64:])
print(f"loss on the rest: {rest.item():.6f}")
