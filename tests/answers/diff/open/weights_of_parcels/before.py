"""Train a small network to guess the weight of parcels from their sides."""

import torch
from torch import nn

torch.manual_seed(11)
sides = torch.rand(48, 3) + 0.2
weights = sides.prod(dim=1, keepdim=True) * 4
model = nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for _ in range(6):
    for start in range(0, 48, 16):
        loss = nn.functional.mse_loss(model(sides[start : start + 16]), weights[start : start + 16])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print("loss:", nn.functional.mse_loss(model(sides), weights).item())
