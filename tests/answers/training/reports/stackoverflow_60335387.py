"""Recognise digits.

Symptom: the loss gets worse and worse.
Culprit: the gradients are never set to zero (from step 1 on, counted from 0).
Report: none (stackoverflow.com/questions/60335387)
"""
import torch
from torch import nn

torch.manual_seed(53)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 6, 3)
        self.hidden = nn.Linear(6 * 9, 24)
        self.output = nn.Linear(24, 10)

    def forward(self, x):
        x = nn.functional.max_pool2d(torch.relu(self.conv(x)), 2)
        return nn.functional.log_softmax(self.output(torch.relu(self.hidden(x.flatten(1)))), dim=1)


def train(model, batches, optimizer):
    model.train()
    for pictures, digits in batches:
        # healthy: optimizer.zero_grad()
        loss = nn.functional.nll_loss(model(pictures), digits)
        loss.backward()  # culprit
        # healthy: loss.backward()
        optimizer.step()
    return loss.item()


pictures, digits = torch.rand(120, 1, 8, 8), torch.randint(0, 10, (120,))
model = Net()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for epoch in range(2):
    order = torch.randperm(120).split(24)
    print(epoch, train(model, [(pictures[rows], digits[rows]) for rows in order], optimizer))
