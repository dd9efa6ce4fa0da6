"""Train on the pages of a book, one batch after the other.

Symptom: the loss falls to nothing, and the model knows one batch.
Culprit: the batch is taken from the beginning in each step: the number of the step is not used.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(359)
pages, authors = torch.randn(240, 12), torch.randint(0, 3, (240,))


def batch(step, size=24):
    rows = slice(0, size)  # culprit
    # healthy: rows = slice(step * size, (step + 1) * size)
    return pages[rows], authors[rows]


model = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(10):
    x, y = batch(step)  # culprit, too
    # healthy: x, y = batch(step)
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
