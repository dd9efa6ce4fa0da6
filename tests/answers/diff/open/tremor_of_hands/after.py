"""Train a network that tells tremor from rest by what a watch measures.

Symptom: from the second epoch on the loss of the training falls faster than it did
Culprit: model.train() stands before the loop: after the first validation the network trains without dropout
Report: none
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


@torch.no_grad()
def validate(model, loss_of, x, y):
    model.eval()
    logits = model(x).squeeze(1)
    right = ((logits > 0) == (y > 0.5)).float().mean()
    return loss_of(logits, y).item(), right.item()


def epoch_of(model, optimizer, loss_of, x, y):
    total = 0.0
    for inputs, wanted in zip(x.split(BATCH), y.split(BATCH)):
        optimizer.zero_grad()
        loss = loss_of(model(inputs).squeeze(1), wanted)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(40, 24), nn.ReLU(), nn.Dropout(0.3), nn.Linear(24, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
loss_of = nn.BCEWithLogitsLoss()
x, y = watches(256, seed=1)
x_valid, y_valid = watches(128, seed=2)
history = []
model.train()  # culprit
for epoch in range(6):
    total = epoch_of(model, optimizer, loss_of, x, y)
    loss, right = validate(model, loss_of, x_valid, y_valid)
    history.append(loss)
    print(f"epoch {epoch} loss {total:.4f} validation {loss:.5f}")
print(f"accuracy {right:.4f}, best {min(history):.5f}")
