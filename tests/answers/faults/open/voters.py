"""Votes by a net that drops units.

Symptom: Each evaluation gives other votes.
Culprit: F.dropout drops also where the model is asked.
Report: none
"""

import torch
from torch.nn import functional as F


class Net(torch.nn.Module):
    """Two layers."""

    def __init__(self):
        super().__init__()
        self.first, self.last = torch.nn.Linear(6, 32), torch.nn.Linear(32, 1)

    def forward(self, x):
        """Return votes."""
        return self.last(F.dropout(torch.relu(self.first(x)), 0.5))  # culprit


torch.manual_seed(0)
x = torch.randn(80, 6)
y = x.sum(1, keepdim=True)
net = Net()
optimiser = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(20):
    loss = ((net(x) - y) ** 2).mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
net.eval()
with torch.no_grad():
    print("loss:", ((net(x) - y) ** 2).mean().item(), ((net(x) - y) ** 2).mean().item())
