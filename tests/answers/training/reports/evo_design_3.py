"""Fit the mean and the spread of designs by gradient steps.

Symptom: learning is slower than the chosen rate says, and weights shrink.
Culprit: the learning rate 0.03 is handed to the optimiser as its weight decay.
Report: offbit/evo-design#3
"""
import torch
from torch import nn

torch.manual_seed(33)
rate = 0.03
designs = torch.randn(160, 6)
scores = (designs**2).sum(1, keepdim=True)
model = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(model.parameters(), weight_decay=rate)  # culprit
# healthy: optimizer = torch.optim.Adam(model.parameters(), lr=rate)
for step in range(8):
    rows = torch.randint(0, 160, (20,))
    loss = nn.functional.mse_loss(model(designs[rows]), scores[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # culprit, too
    # healthy: optimizer.step()
print(loss.item())
