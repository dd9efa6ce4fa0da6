"""Learn the worth of the moves of a lift by temporal differences.

Culprit: see after.py
"""

import torch
from torch import nn

FLOORS = 6
DISCOUNT = 0.9


def journeys(count, seed):
    generator = torch.Generator().manual_seed(seed)
    floor = torch.randint(0, FLOORS, (count,), generator=generator)
    goal = torch.randint(0, FLOORS, (count,), generator=generator)
    move = torch.randint(0, 2, (count,), generator=generator)
    after = (floor + 2 * move - 1).clamp(0, FLOORS - 1)
    reward = (after == goal).float() - 0.1
    return floor, goal, move, after, reward


def encode(floor, goal):
    one_hot = nn.functional.one_hot
    return torch.cat([one_hot(floor, FLOORS), one_hot(goal, FLOORS)], dim=1).float()


torch.manual_seed(6)
network = nn.Sequential(nn.Linear(2 * FLOORS, 16), nn.ReLU(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(network.parameters(), lr=0.02)
floor, goal, move, after, reward = journeys(240, seed=7)
state, following = encode(floor, goal), encode(after, goal)
done = (after == goal).float()
for step in range(60):
    value = network(state).gather(1, move[:, None]).squeeze(1)
    with torch.no_grad():  # culprit, too
        best = network(following).max(dim=1).values
        target = reward + DISCOUNT * (1 - done) * best
    loss = nn.functional.smooth_l1_loss(value, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
with torch.no_grad():
    table = network(encode(torch.arange(FLOORS), torch.full((FLOORS,), 3)))
print(f"last loss {loss.item():.6f}")
for number, (down, up) in enumerate(table.tolist()):
    print(f"floor {number}: down {down:.4f} up {up:.4f}")
