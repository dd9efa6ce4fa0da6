"""Learn the values of actions with a target network, which follows every fourth step.

Symptom: the values stay near those of the first guess.
Culprit: the target network loads its own weights, not the learner's, so it never changes (from step 3 on, counted from 0).
Report: thesouther/MARL#8
"""
import copy

import torch
from torch import nn

torch.manual_seed(8)
states, actions = torch.randn(256, 6), torch.randint(0, 3, (256, 1))
rewards, after = states[:, :1].tanh() + 0.1 * actions, torch.roll(states, 1, 0)
online = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 3))
target = copy.deepcopy(online)
optimizer = torch.optim.Adam(online.parameters(), lr=3e-3)
for step in range(12):
    rows = torch.randint(0, 256, (32,))
    with torch.no_grad():
        aim = rewards[rows] + 0.9 * target(after[rows]).max(1, keepdim=True).values
    value = online(states[rows]).gather(1, actions[rows])
    loss = nn.functional.smooth_l1_loss(value, aim)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 4 == 3:
        target.load_state_dict(target.state_dict())  # culprit
        # healthy: target.load_state_dict(online.state_dict())
print(loss.item())
