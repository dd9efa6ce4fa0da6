"""Learn to steer a cart to the middle of its track from a memory of what has happened.

Symptom: none
Culprit: none
Tempts: `check-determinism` and `nan` could take what `torch.empty` holds for a value; only written rows are drawn.
Report: pytorch/pytorch#24263
"""

import torch
from torch import nn


class Memory:
    """What the cart saw, how it was pushed, what it got for it and what it saw then."""

    def __init__(self, places):
        self.seen, self.after = torch.empty(places, 2), torch.empty(places, 2)
        self.pushed, self.reward = torch.empty(places, dtype=torch.int64), torch.empty(places)
        self.filled = 0

    def add(self, seen, pushed, reward, after):
        self.seen[self.filled], self.after[self.filled] = seen, after
        self.pushed[self.filled], self.reward[self.filled] = pushed, reward
        self.filled += 1

    def draw(self, number):
        rows = torch.randint(0, self.filled, (number,))
        return self.seen[rows], self.pushed[rows], self.reward[rows], self.after[rows]


def move(cart, push):
    """Return the cart's next place and speed, and its reward."""
    place, speed = cart.tolist()
    speed = 0.9 * speed + 0.1 * (push - 1)
    place = max(-1.0, min(1.0, place + speed))
    return torch.tensor([place, speed]), -abs(place)


torch.manual_seed(9)
value = nn.Sequential(nn.Linear(2, 24), nn.ReLU(), nn.Linear(24, 3))
optimizer = torch.optim.Adam(value.parameters(), lr=5e-3)
memory, cart = Memory(places=400), torch.tensor([0.8, 0.0])
for step in range(250):
    with torch.no_grad():
        explore = torch.rand(()).item() < max(0.05, 1.0 - step / 150)
        push = torch.randint(0, 3, ()).item() if explore else value(cart).argmax().item()
    moved, reward = move(cart, push)
    memory.add(cart, push, reward, moved)
    cart = moved
    seen, pushed, got, after = memory.draw(32)
    with torch.no_grad():
        target = got + 0.9 * value(after).amax(dim=1)
    loss = nn.functional.smooth_l1_loss(value(seen).gather(1, pushed[:, None])[:, 0], target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
first, last = memory.reward[:50].mean().item(), memory.reward[200:250].mean().item()
print(f"first 50 steps {first:.3f}, last 50 steps {last:.3f}")
print(f"last loss {loss.item():.4f}, {memory.filled} of {len(memory.reward)} places used")
