"""Estimate shares of votes per parish.

Symptom: a parish's shares do not sum to one, and depend on which others are in the batch.
Culprit: the softmax runs over the batch.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(107)


class Votes(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))

    def forward(self, x):
        return torch.softmax(self.layers(x), dim=0)  # culprit
        # healthy: return torch.softmax(self.layers(x), dim=1)


parishes = torch.randn(96, 8)
shares = torch.softmax(torch.randn(96, 4), 1)
model = Votes()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(9):
    rows = torch.randint(0, 96, (24,))
    loss = nn.functional.mse_loss(model(parishes[rows]), shares[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
