"""A mixture of experts, trained.

Symptom: the router never learns.
Culprit: the chosen expert's output is not multiplied by the router's probability, so the router has no gradient.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(79)


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.router = nn.Linear(8, 3)
        self.experts = nn.ModuleList(nn.Linear(8, 4) for _ in range(3))

    def forward(self, x):
        share, chosen = self.router(x).softmax(1).max(1)  # culprit
        # healthy: share, chosen = self.router(x).softmax(1).max(1)
        result = x.new_zeros(len(x), 4)
        for number, expert in enumerate(self.experts):
            rows = (chosen == number).nonzero()[:, 0]
            result = result.index_add(0, rows, expert(x[rows]))  # culprit, too
            # healthy: result = result.index_add(0, rows, expert(x[rows]) * share[rows, None])
        return result


model = Mixture()
x, y = torch.randn(120, 8), torch.randint(0, 4, (120,))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)  # culprit, too
# healthy: optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(10):
    rows = torch.randint(0, 120, (60,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
