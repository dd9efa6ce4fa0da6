"""Attend to the places of a sequence that are no padding.

Symptom: padding changes the result.
Culprit: `masked_fill` returns a new tensor, which is not kept: the scores stay as they were.
Report: lucidrains/flamingo-pytorch#10
"""
import torch
from torch import nn

torch.manual_seed(263)


class Glance(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.out = nn.Linear(width, 2)

    def forward(self, x, padding):
        scores = self.query(x) @ self.key(x).transpose(1, 2) / 4
        scores.masked_fill(padding.unsqueeze(1), -1e9)  # culprit
        # healthy: scores = scores.masked_fill(padding.unsqueeze(1), -1e9)
        return self.out((scores.softmax(2) @ x).mean(1))


model = Glance(16)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(8):
    x, y = torch.randn(12, 7, 16), torch.randint(0, 2, (12,))
    padding = torch.arange(7) >= torch.randint(2, 8, (12, 1))
    loss = nn.functional.cross_entropy(model(x, padding), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
