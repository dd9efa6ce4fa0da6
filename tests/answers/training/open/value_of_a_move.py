"""Learn values with a second network that changes slowly.

Symptom: the values run away.
Culprit: the second network is the first one itself, not a copy.
Report: none
"""
import copy

import torch
from torch import nn

torch.manual_seed(349)
network = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 3))
slow = network  # culprit
# healthy: slow = copy.deepcopy(network)
states, after = torch.randn(200, 4), torch.randn(200, 4)
actions, rewards = torch.randint(0, 3, (200,)), torch.randn(200)
optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
for step in range(12):
    rows = torch.randint(0, 200, (32,))
    with torch.no_grad():
        wanted = rewards[rows] + 0.9 * slow(after[rows]).max(1).values  # culprit, too
        # healthy: wanted = rewards[rows] + 0.9 * slow(after[rows]).max(1).values
    found = network(states[rows]).gather(1, actions[rows, None]).squeeze(1)
    loss = nn.functional.smooth_l1_loss(found, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 4 == 3:
        slow.load_state_dict(network.state_dict())
print(loss.item())
