"""Train a small network on features of voices, scaled batch by batch.

Symptom: the loss is nan from the end of the first epoch on.
Culprit: 33 voices in batches of 8 leave a last batch of one, whose standard deviation is nan.
Report: none
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(6)


def scaled(batch):
    return (batch - batch.mean(dim=0)) / (batch.std(dim=0) + 1e-6)  # culprit


voices = torch.randn(33, 5) * 3 + 1
age = voices[:, :1] * 2 + 30 + torch.randn(33, 1)
loader = DataLoader(TensorDataset(voices, age), batch_size=8, shuffle=True)
model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(3):
    total = 0.0
    for batch, target in loader:
        loss = nn.functional.mse_loss(model(scaled(batch)), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch}: {total / len(loader):.2f}")
