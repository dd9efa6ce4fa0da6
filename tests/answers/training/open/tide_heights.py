"""Predict the height of the tide from the last hours with a stack of layers.

Symptom: the inner layers keep their first values.
Culprit: the layers stand in a plain list, so that the model does not have their parameters.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(7)


class Tide(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = [nn.Linear(12, 12) for _ in range(3)]  # culprit
        # healthy: self.inner = nn.ModuleList([nn.Linear(12, 12) for _ in range(3)])
        self.last = nn.Linear(12, 1)

    def forward(self, x):
        for layer in self.inner:
            x = torch.tanh(layer(x))
        return self.last(x)


hours = torch.linspace(0, 60, 400)
height = torch.sin(hours) + 0.1 * torch.randn(400)
x, y = height.unfold(0, 12, 1)[:-1], height[12:].unsqueeze(1)
model = Tide()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(12):
    rows = torch.randint(0, len(x), (40,))
    loss = nn.functional.mse_loss(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
