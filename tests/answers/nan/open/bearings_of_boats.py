"""Guess where boats on a radar go next, each from the boats that were seen before it.

Symptom: from the second step on the loss is nan.
Culprit: radar picture 7 shows no boat, so all its places are masked and the softmax runs over -inf alone.
Report: pytorch/pytorch#41508
"""

import torch
from torch import nn

torch.manual_seed(8)
PLACES = 6


class NextCourse(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.take_in = nn.Linear(3, width)
        self.attention = nn.MultiheadAttention(width, 2, batch_first=True)
        self.course = nn.Linear(width, 2)

    def forward(self, boats, unused):
        hidden = torch.relu(self.take_in(boats))
        mixed, _ = self.attention(hidden, hidden, hidden, key_padding_mask=unused)  # culprit
        return self.course(mixed)


def pictures(count=16):
    seen = torch.randint(1, PLACES + 1, (count,))
    seen[7] = 0
    unused = torch.arange(PLACES) >= seen[:, None]
    boats = torch.randn(count, PLACES, 3) * ~unused[..., None]
    return boats, unused, torch.randn(count, PLACES, 2)


boats, unused, courses = pictures()
model = NextCourse()
optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(5):
    optimiser.zero_grad()
    off = (model(boats, unused) - courses) ** 2
    loss = off[~unused].mean()
    loss.backward()
    optimiser.step()
    print(f"step {step}: {loss.item():.4f}")
