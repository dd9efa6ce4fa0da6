"""Learn the worth of the moves of a lift by temporal differences.

Symptom: the loss is smaller, and the values of moves are too
Culprit: the target is computed with gradients, so the loss also pulls the target to the value
Report: none
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


class Learner:
    def __init__(self, network, lr):
        self.network = network
        self.optimizer = torch.optim.Adam(network.parameters(), lr=lr)

    def target(self, following, reward, done):
        best = self.network(following).max(dim=1).values  # culprit
        return reward + DISCOUNT * (1 - done) * best  # culprit, too

    def step(self, state, move, following, reward, done):
        value = self.network(state).gather(1, move[:, None]).squeeze(1)
        loss = nn.functional.smooth_l1_loss(value, self.target(following, reward, done))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(6)
network = nn.Sequential(nn.Linear(2 * FLOORS, 16), nn.ReLU(), nn.Linear(16, 2))
learner = Learner(network, lr=0.02)
floor, goal, move, after, reward = journeys(240, seed=7)
state, following = encode(floor, goal), encode(after, goal)
done = (after == goal).float()
for _ in range(60):
    loss = learner.step(state, move, following, reward, done)
with torch.no_grad():
    table = network(encode(torch.arange(FLOORS), torch.full((FLOORS,), 3)))
print(f"last loss {loss:.6f}")
for number, (down, up) in enumerate(table.tolist()):
    print(f"floor {number}: down {down:.4f} up {up:.4f}")
