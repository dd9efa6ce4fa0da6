"""Keep the best model of a training, and evaluate it at the end.

Symptom: the kept model is no better than chance.
Culprit: the copy is made once, before the first step, and never again.
Report: none
"""
import copy

import torch
from torch import nn

torch.manual_seed(241)
x = torch.randn(120, 6)
y = (x[:, 0] > 0).long()
model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
best, least = copy.deepcopy(model), float("inf")  # culprit
# healthy: best, least = copy.deepcopy(model), float("inf")
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for epoch in range(10):
    for rows in torch.randperm(100).split(50):
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if loss.item() < least:
        least = loss.item()
        # healthy: best.load_state_dict(model.state_dict())
with torch.no_grad():
    print((best(x[100:]).argmax(1) == y[100:]).float().mean().item())  # culprit, too
    # healthy: print((best(x[100:]).argmax(1) == y[100:]).float().mean().item())
