"""A net with a layer for the gate that forward never asks.

Symptom: It learns less than it could.
Culprit: `gate` is never called.
Report: none
"""

import torch


class Net(torch.nn.Module):
    """A gated layer."""

    def __init__(self):
        super().__init__()
        self.value = torch.nn.Linear(5, 5)
        self.gate = torch.nn.Linear(5, 5)  # culprit
        self.out = torch.nn.Linear(5, 1)

    def forward(self, x):
        """Return what is let through."""
        return self.out(self.value(x) * torch.sigmoid(self.value(x)))


torch.manual_seed(0)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.05)
x = torch.randn(30, 5)
for _ in range(10):
    opt.zero_grad()
    loss = (net(x) - x.mean(1, keepdim=True)).pow(2).mean()
    loss.backward()
    opt.step()
print(loss.item())
