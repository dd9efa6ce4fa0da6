"""Classify leaves with an encoder that is to be trained with its head.

Symptom: the encoder's parameters have no gradient.
Culprit: the encoder runs inside `no_grad`, left there from the time when it was frozen.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(13)
encoder = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten())
head = nn.Linear(4 * 36, 5)
leaves, kinds = torch.randn(60, 1, 8, 8), torch.randint(0, 5, (60,))
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.05)
for step in range(9):
    rows = torch.randint(0, 60, (20,))
    with torch.no_grad():  # culprit
        seen = encoder(leaves[rows])  # culprit, too
    # healthy: if True:
        # healthy: seen = encoder(leaves[rows])
    loss = nn.functional.cross_entropy(head(seen), kinds[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
