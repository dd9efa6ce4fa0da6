"""Train a classifier of flowers on made measurements.

Symptom: the accuracy stays low, since only the last layer learns.
Culprit: the optimiser is given the parameters of the head alone; four of six parameters need a gradient and never change.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(3)


class Flowers(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 24), nn.ReLU())
        self.head = nn.Linear(24, 3)

    def forward(self, x):
        return self.head(self.body(x))


petals = torch.randn(96, 4)
kinds = (petals[:, 0] * petals[:, 1] > 0).long() + (petals[:, 2] > 1).long()
model = Flowers()
optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)  # culprit
# healthy: optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(5):
    for rows in torch.randperm(96).split(32):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(petals[rows]), kinds[rows])
        loss.backward()
        optimizer.step()
    print(epoch, round(loss.item(), 4))
