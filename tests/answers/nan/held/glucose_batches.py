"""Train a small network on glucose curves, every batch scaled by its own mean and deviation.

Symptom: The program prints NaN or inf.
Culprit: Unbiased std of a last batch of one sample.
Report: pytorch/pytorch#29372
"""

import torch
from torch import nn

torch.manual_seed(2)

N = 129
x = torch.randn(N, 6)
weights = torch.tensor([0.8, -0.4, 0.0, 1.2, 0.3, -0.9])
y = 5.5 + x @ weights + 0.1 * torch.randn(N)

net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.01)
BATCH = 32


def batches(n, size):
    order = torch.randperm(n)
    for start in range(0, n, size):
        yield order[start : start + size]


def standardise(batch):
    mean = batch.mean(dim=0, keepdim=True)
    std = batch.std(dim=0, keepdim=True)  # culprit
    return (batch - mean) / (std + 1e-6)


for epoch in range(10):
    total = 0.0
    for rows in batches(N, BATCH):
        inputs = standardise(x[rows])
        out = net(inputs).squeeze(1)
        loss = ((out - y[rows]) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(rows)
    print(f"epoch {epoch}  loss {total / N:.4f}")

with torch.no_grad():
    prediction = net(standardise(x)).squeeze(1)
print("mean predicted glucose (mmol/l):", prediction.mean().item())
