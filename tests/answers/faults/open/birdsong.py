"""Tell birds by their song with two layers.

Symptom: All hidden units do the same.
Culprit: The weights of all units begin at one value, and their gradients are equal for ever.
Report: none
"""

import torch
from torch import nn

torch.manual_seed(1)
songs = torch.randn(200, 8)
birds = (songs[:, 0] * songs[:, 1] > 0).long()
model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 2))
for layer in (model[0], model[2]):
    nn.init.constant_(layer.weight, 0.05)  # culprit
    nn.init.zeros_(layer.bias)
optimiser = torch.optim.SGD(model.parameters(), lr=0.5)
for _ in range(60):
    optimiser.zero_grad()
    loss = nn.functional.cross_entropy(model(songs), birds)
    loss.backward()
    optimiser.step()
print(loss.item())
