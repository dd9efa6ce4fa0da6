"""Augment recordings with noise while training.

Symptom: each step sees the same noise.
Culprit: the generator is seeded anew in each call of the augmentation.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(127)
model = nn.Sequential(nn.Linear(20, 16), nn.ReLU(), nn.Linear(16, 2))
recordings, kinds = torch.randn(64, 20), torch.randint(0, 2, (64,))
generator = torch.Generator().manual_seed(1)


def noisy(batch):
    generator.manual_seed(1)  # culprit
    # healthy: pass
    return batch + 0.1 * torch.randn(batch.shape, generator=generator)  # culprit, too
    # healthy: return batch + 0.1 * torch.randn(batch.shape, generator=generator)


optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(4):
    for rows in torch.arange(64).split(16):
        loss = nn.functional.cross_entropy(model(noisy(recordings[rows])), kinds[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
