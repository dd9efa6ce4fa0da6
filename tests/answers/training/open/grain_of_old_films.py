"""Train with noise on the pictures.

Symptom: the model is as sensitive to noise as before.
Culprit: the noisy picture is not kept: the clean one is given to the model.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(271)
films, years = torch.rand(96, 1, 8, 8), torch.randint(0, 4, (96,))
model = nn.Sequential(nn.Conv2d(1, 6, 3), nn.ReLU(), nn.Flatten(), nn.Linear(216, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
for step in range(9):
    rows = torch.randint(0, 96, (24,))
    batch = films[rows]
    batch.add(0.1 * torch.randn(24, 1, 8, 8))  # culprit
    # healthy: batch = batch.add(0.1 * torch.randn(24, 1, 8, 8))
    loss = nn.functional.cross_entropy(model(batch), years[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
