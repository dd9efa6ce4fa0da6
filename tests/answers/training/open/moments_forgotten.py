"""Train with Adam for several epochs.

Symptom: the loss bumps at the begin of each epoch.
Culprit: each epoch makes a new optimiser, whose moments begin at zero.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(59)
model = nn.Sequential(nn.Linear(7, 14), nn.Tanh(), nn.Linear(14, 1))
x = torch.randn(96, 7)
y = x[:, :1] - x[:, 1:2]


def epoch():
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)  # culprit
    for rows in torch.randperm(96).split(24):
        loss = nn.functional.mse_loss(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


# healthy: optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for number in range(4):
    print(number, epoch())
