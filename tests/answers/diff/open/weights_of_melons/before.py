"""Predict the weight of melons from their measures with a normalised network."""

import torch
from torch import nn

torch.manual_seed(6)
size = torch.rand(192, 3) * torch.tensor([30.0, 25.0, 2.0])
weight = 0.004 * size[:, :1] * size[:, 1:2] + 0.3 * size[:, 2:] + 0.05 * torch.randn(192, 1)
first, norm, last = nn.Linear(3, 12), nn.BatchNorm1d(12, momentum=0.1), nn.Linear(12, 1)
optimizer = torch.optim.SGD([*first.parameters(), *norm.parameters(), *last.parameters()], lr=0.05)
for _ in range(4):
    for start in range(0, 160, 32):
        guess = last(torch.relu(norm(first(size[start : start + 32]))))
        loss = ((guess - weight[start : start + 32]) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
norm.eval()
with torch.no_grad():
    guess = last(torch.relu(norm(first(size[160:]))))
print(f"last loss in training: {loss.item():.6f}")
print(f"error on new melons: {(guess - weight[160:]).abs().mean().item():.6f}")
