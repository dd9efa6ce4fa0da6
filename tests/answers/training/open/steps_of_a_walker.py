"""Learn the value of states that were visited before.

Symptom: all kept states are equal.
Culprit: the state itself is kept, and the next move changes it in place.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(281)
model = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
state = torch.zeros(4)
states, rewards = [], []
for move in range(40):
    states.append(state)  # culprit, too
    # healthy: states.append(state.clone())
    rewards.append(-state.abs().sum())
    state += 0.3 * torch.randn(4)  # culprit
    # healthy: state += 0.3 * torch.randn(4)
for step in range(10):
    rows = torch.randint(0, 40, (16,)).tolist()
    seen = torch.stack([states[row] for row in rows])
    wanted = torch.stack([rewards[row] for row in rows]).unsqueeze(1)
    loss = nn.functional.mse_loss(model(seen), wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), len({tuple(one.tolist()) for one in states}))
