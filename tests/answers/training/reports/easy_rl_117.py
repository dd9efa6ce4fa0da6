"""Learn the value of actions with a second network for the targets.

Symptom: targets move with every step.
Culprit: both networks are one object, so the target changes as soon as the policy does.
Report: datawhalechina/easy-rl#117
"""

import copy

import torch
from torch import nn

torch.manual_seed(117)
states, following = torch.randn(160, 5), torch.randn(160, 5)
actions, rewards = torch.randint(0, 3, (160, 1)), torch.rand(160, 1)
policy = nn.Sequential(nn.Linear(5, 24), nn.ReLU(), nn.Linear(24, 3))
target = policy  # culprit
# healthy: target = copy.deepcopy(policy)
optimizer = torch.optim.Adam(policy.parameters(), lr=0.003)
for step in range(8):
    rows = torch.randint(0, 160, (20,))
    chosen = policy(states[rows]).gather(1, actions[rows])
    with torch.no_grad():
        ahead = target(following[rows]).max(1, keepdim=True).values  # culprit, too
        # healthy: ahead = target(following[rows]).max(1, keepdim=True).values
    loss = nn.functional.smooth_l1_loss(chosen, rewards[rows] + 0.9 * ahead)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step == 4:
        target.load_state_dict(copy.deepcopy(policy.state_dict()))
print(loss.item())
