"""Keep an average of a network's weights and judge that after each epoch.

Symptom: the average is worse than the network itself.
Culprit: only parameters are averaged: the buffers of normalisations stay those of the first copy (from step 4 on, counted from 0).
Report: pytorch/pytorch#84053
"""
import copy

import torch
from torch import nn

torch.manual_seed(84)
x = torch.randn(160, 8) * 3 + 5
y = (x[:, 0] > 5).long()
model = nn.Sequential(nn.Linear(8, 24), nn.BatchNorm1d(24), nn.ReLU(), nn.Linear(24, 2))
average = copy.deepcopy(model)  # culprit, too
# healthy: average = copy.deepcopy(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(3):
    model.train()
    for rows in torch.randperm(128).split(32):
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for mine, its in zip(average.parameters(), model.parameters()):  # culprit, too
            # healthy: for mine, its in zip(average.state_dict().values(), model.state_dict().values()):
                mine.copy_((mine + its) / 2)
    average.eval()
    with torch.no_grad():
        judged = nn.functional.cross_entropy(average(x[128:]), y[128:])  # culprit
        # healthy: judged = nn.functional.cross_entropy(average(x[128:]), y[128:])
print(loss.item(), judged.item())
