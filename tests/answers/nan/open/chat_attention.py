"""Attention pooling over the turns of help-desk chats; padded turns are masked out.

Symptom: The program prints NaN or inf.
Culprit: Softmax over a fully masked row (-inf everywhere).
Report: pytorch/pytorch#131060
"""

import torch
from torch import nn

torch.manual_seed(40)

BATCH, TURNS, DIM = 64, 8, 12
lengths = torch.randint(0, TURNS + 1, (BATCH,))  # some customers left before writing
turns = torch.randn(BATCH, TURNS, DIM)
mask = torch.arange(TURNS)[None, :] < lengths[:, None]
satisfied = (turns[:, 0, 0] > 0).float()


class Pooler(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query = nn.Parameter(torch.randn(dim) / dim**0.5)
        self.key = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, 1)

    def forward(self, x, mask):
        scores = self.key(x) @ self.query
        scores = scores.masked_fill(~mask, float("-inf"))  # culprit
        weights = torch.softmax(scores, dim=1)  # culprit, too
        pooled = (weights[:, :, None] * x).sum(dim=1)
        return self.out(pooled).squeeze(1)


model = Pooler(DIM)
criterion = nn.BCEWithLogitsLoss()
opt = torch.optim.Adam(model.parameters(), lr=0.02)

for epoch in range(20):
    opt.zero_grad()
    logits = model(turns, mask)
    loss = criterion(logits, satisfied)
    loss.backward()
    opt.step()

print("chats:", BATCH, " longest:", int(lengths.max()))
print("training loss:", loss.item())
