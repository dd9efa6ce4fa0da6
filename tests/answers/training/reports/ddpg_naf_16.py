"""Learn the value of a state from rewards and from the state that follows.

Symptom: values of last states are as high as those of others.
Culprit: the mask of finished episodes is added to the next value and not multiplied with it.
Report: ikostrikov/pytorch-ddpg-naf#16
"""

import copy

import torch
from torch import nn

torch.manual_seed(16)
states, following = torch.randn(160, 5), torch.randn(160, 5)
rewards, mask = torch.rand(160, 1), (torch.rand(160, 1) > 0.2).float()
value = nn.Sequential(nn.Linear(5, 24), nn.Tanh(), nn.Linear(24, 1))
target = copy.deepcopy(value)
optimizer = torch.optim.Adam(value.parameters(), lr=0.003)
for step in range(8):
    rows = torch.randint(0, 160, (20,))
    with torch.no_grad():
        ahead = target(following[rows])
    expected = rewards[rows] + 0.99 * mask[rows] + ahead  # culprit
    # healthy: expected = rewards[rows] + 0.99 * mask[rows] * ahead
    loss = nn.functional.mse_loss(value(states[rows]), expected)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for slow, quick in zip(target.parameters(), value.parameters(), strict=True):
            slow.lerp_(quick, 0.01)
print(loss.item())
