"""Attention with several heads over long series.

Symptom: places of a series see numbers of other places.
Culprit: `view` is meant to exchange the axes of places and heads, and does not.
Report: zhouhaoyi/Informer2020#59
"""
import torch
from torch import nn

torch.manual_seed(317)


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.values = nn.Linear(16, 16)
        self.queries = nn.Linear(16, 16)
        self.out = nn.Linear(16, 1)

    def forward(self, x):
        size, length, _ = x.shape
        queries = self.queries(x).view(size, length, 4, 4)
        queries = queries.view(size, 4, length, 4)  # culprit
        # healthy: queries = queries.transpose(1, 2)
        values = self.values(x).view(size, length, 4, 4).transpose(1, 2)
        found = (queries @ values.transpose(2, 3) / 2).softmax(3) @ values
        return self.out(found.transpose(1, 2).reshape(size, length, 16))


series = torch.randn(60, 9, 16)
model = Heads()
optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
for step in range(8):
    rows = torch.randint(0, 60, (15,))
    loss = (model(series[rows]) - series[rows, :, :1]).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
