"""Fit a table with weight decay for the weights only.

Symptom: biases and normalisations shrink with the weights.
Culprit: both branches of the choice give the group with weight decay, the other group stays empty.
Report: yandex-research/tabular-dl-tabr#19
"""
import torch
from torch import nn

torch.manual_seed(19)


def groups(model):
    decayed = {"params": [], "weight_decay": 0.3}
    spared = {"params": [], "weight_decay": 0.0}
    for name, parameter in model.named_parameters():
        (decayed if parameter.ndim > 1 else decayed)["params"].append(parameter)  # culprit
        # healthy: (decayed if parameter.ndim > 1 else spared)["params"].append(parameter)
    return [decayed, spared]


table = torch.randn(160, 7)
prices = table @ torch.randn(7, 1) + 3
model = nn.Sequential(nn.Linear(7, 24), nn.LayerNorm(24), nn.ReLU(), nn.Linear(24, 1))
optimizer = torch.optim.AdamW(groups(model), lr=3e-3)  # culprit, too
# healthy: optimizer = torch.optim.AdamW(groups(model), lr=3e-3)
for step in range(8):
    rows = torch.randint(0, 160, (20,))
    loss = nn.functional.mse_loss(model(table[rows]), prices[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
