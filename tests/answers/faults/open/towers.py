"""A net of three hidden layers.

Symptom: It learns less than it could.
Culprit: A plain list hides its layers from the optimiser.
Report: none
"""

import torch


class Net(torch.nn.Module):
    """Layers in a list."""

    def __init__(self):
        super().__init__()
        self.hidden = [torch.nn.Linear(5, 5) for _ in range(3)]  # culprit
        self.last = torch.nn.Linear(5, 1)

    def forward(self, x):
        """Return a prediction."""
        for layer in self.hidden:
            x = torch.tanh(layer(x))
        return self.last(x)


torch.manual_seed(0)
x = torch.randn(60, 5)
net = Net()
optimiser = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(10):
    loss = ((net(x) - x[:, :1] ** 2) ** 2).mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
print("loss:", loss.item())
