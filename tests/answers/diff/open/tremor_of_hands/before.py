"""Train a network that tells tremor from rest by what a watch measures.

Culprit: see after.py
"""

import torch
from torch import nn

BATCH = 32


def watches(count, seed):
    generator = torch.Generator().manual_seed(seed)
    time = torch.arange(40) / 20
    label = torch.randint(0, 2, (count,), generator=generator)
    phase = torch.rand(count, 1, generator=generator) * 6.28
    wave = torch.sin(2 * torch.pi * 5 * time + phase) * label[:, None]
    return wave + 0.9 * torch.randn(count, 40, generator=generator), label.float()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(40, 24), nn.ReLU(), nn.Dropout(0.3), nn.Linear(24, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
loss_of = nn.BCEWithLogitsLoss()
x, y = watches(256, seed=1)
x_valid, y_valid = watches(128, seed=2)
history = []
for epoch in range(6):
    model.train()  # culprit, too
    total = 0.0
    for start in range(0, len(x), BATCH):
        optimizer.zero_grad()
        loss = loss_of(model(x[start : start + BATCH]).squeeze(1), y[start : start + BATCH])
        loss.backward()
        optimizer.step()
        total += loss.item()
    model.eval()
    with torch.no_grad():
        logits = model(x_valid).squeeze(1)
        history.append(loss_of(logits, y_valid).item())
    print(f"epoch {epoch} loss {total:.4f} validation {history[-1]:.5f}")
right = ((logits > 0) == (y_valid > 0.5)).float().mean().item()
print(f"accuracy {right:.4f}, best {min(history):.5f}")
