"""Learn how people like ciders from eight measurements, in steps of several small batches.

Culprit: see after.py
"""

import torch
from torch import nn

torch.manual_seed(3)
EPOCHS, BATCH, TOGETHER = 4, 16, 4

measured = torch.randn(256, 8)
liked = (measured[:, :3].sum(1) + 0.3 * torch.randn(256)).unsqueeze(1)
model = nn.Sequential(nn.Linear(8, 12), nn.Tanh(), nn.Linear(12, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
criterion = nn.MSELoss()

history = []
for epoch in range(EPOCHS):
    order = torch.randperm(len(measured))
    total = 0.0
    for number, start in enumerate(range(0, len(order), BATCH)):
        rows = order[start : start + BATCH]
        loss = criterion(model(measured[rows]), liked[rows])
        total += loss.item() * len(rows)
        (loss / TOGETHER).backward()
        if (number + 1) % TOGETHER == 0:
            optimizer.step()
            optimizer.zero_grad()
    history.append(total / len(order))

with torch.no_grad():
    error = criterion(model(measured), liked).item()
print("loss by epoch", [round(one, 5) for one in history])
print(f"error at the end {error:.6f}")
