"""Fit a network to rents of flats and print the loss on flats that it has not seen."""

import torch
from torch import nn

torch.manual_seed(5)
x = torch.randn(230, 4)
y = (x[:, :1] * 2 - x[:, 1:2] ** 2 + 0.3 * torch.randn(230, 1)) * 3
train_x, test_x, train_y, test_y = x[:160], x[160:], y[:160], y[160:]
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for _ in range(8):
    for start in range(0, 160, 32):
        loss = nn.functional.mse_loss(model(train_x[start : start + 32]), train_y[start : start + 32])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
with torch.no_grad():
    total = 0.0
    for start in range(0, 70, 32):
        batch = test_x[start : start + 32], test_y[start : start + 32]
        total += nn.functional.mse_loss(model(batch[0]), batch[1]).item() * len(batch[0])
print(f"loss on new flats: {total / 70:.6f}")
