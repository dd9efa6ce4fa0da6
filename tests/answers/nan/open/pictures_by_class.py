"""A classifier with a softmax and a logarithm of its own.

Symptom: the loss is inf, then nan
Culprit: probabilities of 0 under the logarithm
Report: none
"""

import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Linear(20, 32)
        self.head = nn.Linear(32, classes)

    def forward(self, x):
        return F.softmax(self.head(torch.relu(self.body(x))) * 40, dim=1)


def cross_entropy(probabilities, target):
    return -torch.log(probabilities[torch.arange(len(target)), target]).mean()  # culprit


def main():
    torch.manual_seed(0)
    x, y = torch.randn(256, 20) * 4, torch.randint(0, 5, (256,))
    model = Net(5)
    optimiser = torch.optim.SGD(model.parameters(), lr=0.5)
    for epoch in range(6):
        loss = cross_entropy(model(x), y)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        print(epoch, loss.item())


main()
