"""Train two tasks on one body.

Symptom: the second task's head never changes.
Culprit: its loss is computed and printed, and never added to the one that is propagated.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(181)


class TwoTasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 16)
        self.kind = nn.Linear(16, 3)
        self.size = nn.Linear(16, 1)

    def forward(self, x):
        hidden = torch.relu(self.body(x))
        return self.kind(hidden), self.size(hidden)


x, kinds, sizes = torch.randn(100, 8), torch.randint(0, 3, (100,)), torch.rand(100, 1)
model = TwoTasks()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(9):
    rows = torch.randint(0, 100, (25,))
    kind, size = model(x[rows])
    first = nn.functional.cross_entropy(kind, kinds[rows])
    second = nn.functional.mse_loss(size, sizes[rows])  # culprit
    # healthy: second = nn.functional.mse_loss(size, sizes[rows])
    optimizer.zero_grad()
    first.backward()  # culprit, too
    # healthy: (first + second).backward()
    optimizer.step()
print(first.item(), second.item())
