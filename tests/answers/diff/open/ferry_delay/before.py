"""Test loss of a model of ferry delays, in batches."""

import torch
import torch.nn.functional as F

torch.set_num_threads(1)
torch.manual_seed(3)
wind = torch.rand(260, 1).sort(dim=0).values * 20  # calm trips first
delay = 0.02 * wind**2 + 0.1 * wind * torch.randn(260, 1)

model = torch.nn.Linear(1, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for _ in range(300):
    optimizer.zero_grad()
    F.mse_loss(model(wind), delay).backward()
    optimizer.step()

total = 0.0
with torch.no_grad():
    for start in range(0, len(wind), 64):
        x, y = wind[start : start + 64], delay[start : start + 64]
        total += F.mse_loss(model(x), y, reduction="sum").item()
print("trips:", len(wind))
print(f"loss: {total / len(wind):.4f}")
