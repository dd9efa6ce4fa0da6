"""Tell folded chromatin from its sequence with attention along it.

Symptom: the model does no better when the order of places matters.
Culprit: the encoding of positions is cut along the batch, so all places of a row get the same one.
Report: tanjimin/C.Origami#42
"""
import math

import torch
from torch import nn

torch.manual_seed(42)


class Positions(nn.Module):
    def __init__(self, size, longest=60):
        super().__init__()
        place = torch.arange(longest)[:, None]
        rate = torch.exp(torch.arange(0, size, 2) * (-math.log(10000) / size))
        table = torch.zeros(longest, 1, size)
        table[:, 0, 0::2], table[:, 0, 1::2] = torch.sin(place * rate), torch.cos(place * rate)
        self.register_buffer("table", table)

    def forward(self, x):
        return x + self.table[: x.size(0)]  # culprit
        # healthy: return x + self.table[: x.size(1)].transpose(0, 1)


class Folds(nn.Module):
    def __init__(self, size=16):
        super().__init__()
        self.read = nn.Conv1d(5, size, 3, padding=1)
        self.positions = Positions(size)
        self.attention = nn.TransformerEncoderLayer(size, 2, 32, dropout=0.0, batch_first=True)
        self.head = nn.Linear(size, 2)

    def forward(self, x):
        x = self.read(x).transpose(1, 2)
        return self.head(self.attention(self.positions(x)).mean(1))


strands = torch.randn(96, 5, 20)
labels = (strands[:, 0, :10].sum(1) > strands[:, 0, 10:].sum(1)).long()
model = Folds()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
for step in range(8):
    rows = torch.randint(0, 96, (12,))
    loss = nn.functional.cross_entropy(model(strands[rows]), labels[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
