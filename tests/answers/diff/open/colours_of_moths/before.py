"""Train a small network on the colours of moths.

Culprit: see after.py
"""

import torch
from torch import nn

torch.manual_seed(4)
colour = torch.rand(120, 3)
dark = (colour.sum(dim=1) < 1.4).long()
first = nn.Linear(3, 10)
second = nn.Linear(10, 2)
optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()], lr=0.02)
for epoch in range(6):
    total = 0.0
    for start in range(0, 120, 30):
        x, y = colour[start : start + 30], dark[start : start + 30]
        logits = second(torch.relu(first(x)))
        loss = nn.functional.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch} {total / 4:.6f}")
with torch.no_grad():
    guess = second(torch.relu(first(colour))).argmax(dim=1)
print(f"right {(guess == dark).float().mean().item():.5f}, dark {guess.sum().item()}")
