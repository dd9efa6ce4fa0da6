"""Copy batches in chunks into a buffer that the model reads.

Symptom: the last rows of each batch are zero.
Culprit: the number of chunks is rounded down, so that the last rows are never copied.
Report: pytorch/pytorch#84803
"""
import torch
from torch import nn

torch.manual_seed(71)


def transfer(batch, chunk=8):
    buffer = torch.zeros_like(batch)
    for number in range(len(batch) // chunk):  # culprit
    # healthy: for number in range(-(-len(batch) // chunk)):
        part = slice(number * chunk, (number + 1) * chunk)
        buffer[part] = batch[part]  # culprit, too
        # healthy: buffer[part] = batch[part]
    return buffer


model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
x, y = torch.randn(90, 6), torch.randint(0, 2, (90,))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(8):
    rows = torch.randint(0, 90, (30,))
    loss = nn.functional.cross_entropy(model(transfer(x[rows])), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
