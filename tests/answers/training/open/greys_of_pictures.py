"""Classify grey pictures from bytes.

Symptom: all pictures look alike to the model.
Culprit: an integer division by 255 makes all pixels 0.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(113)
pictures = torch.randint(0, 255, (80, 1, 6, 6), dtype=torch.uint8)
kinds = torch.randint(0, 3, (80,))
model = nn.Sequential(nn.Flatten(), nn.Linear(36, 12), nn.ReLU(), nn.Linear(12, 3))
inputs = (pictures // 255).float()  # culprit
# healthy: inputs = (pictures / 255).float()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(9):
    rows = torch.randint(0, 80, (20,))
    loss = nn.functional.cross_entropy(model(inputs[rows]), kinds[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
