"""Classify tiles, and predict a whole floor in parts.

Symptom: the accuracy on the floor is lower than on any part of it.
Culprit: the number of parts is rounded down, so that the scores of the last tiles stay 0.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(211)
tiles, kinds = torch.randn(150, 8), torch.randint(0, 4, (150,))
model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(8):
    rows = torch.randint(0, 100, (25,))
    loss = nn.functional.cross_entropy(model(tiles[rows]), kinds[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
floor, truth = tiles[100:], kinds[100:]
scores = torch.zeros(50, 4)
with torch.no_grad():
    for part in range(50 // 16):  # culprit
    # healthy: for part in range(-(-50 // 16)):
        piece = slice(16 * part, 16 * part + 16)
        scores[piece] = model(floor[piece])  # culprit, too
        # healthy: scores[piece] = model(floor[piece])
print((scores.argmax(1) == truth).float().mean().item())
