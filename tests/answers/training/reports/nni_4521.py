"""Prune a hidden layer to its strongest units, then fine-tune the smaller model.

Symptom: fine-tuning changes nothing in the pruned layers.
Culprit: the optimiser still holds the parameters of the layers before they were replaced (from step 4 on, counted from 0).
Report: microsoft/nni#4521
"""
import torch
from torch import nn

torch.manual_seed(45)
x = torch.randn(128, 10)
y = (x[:, 0] * x[:, 1] > 0).long()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 32)
        self.second = nn.Linear(32, 16)
        self.head = nn.Linear(16, 2)

    def forward(self, x):
        return self.head(self.second(self.first(x).relu()).relu())


def prune(model, keep):
    units = model.first.weight.abs().sum(1).topk(keep).indices
    first, second = nn.Linear(10, keep), nn.Linear(keep, 16)
    with torch.no_grad():
        first.weight.copy_(model.first.weight[units])
        first.bias.copy_(model.first.bias[units])
        second.weight.copy_(model.second.weight[:, units])
        second.bias.copy_(model.second.bias)
    model.first, model.second = first, second


model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  # culprit, too
# healthy: optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(10):
    if step == 4:
        prune(model, 20)  # culprit
        # healthy: prune(model, 20); optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    rows = torch.randint(0, 128, (32,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
