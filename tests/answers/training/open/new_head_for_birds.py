"""Fine-tune a network of birds for a new number of species.

Symptom: the new head never changes.
Culprit: the head is replaced after the optimiser was made, which still holds the old head's parameters.
Report: huggingface/accelerate#2665
"""
import torch
from torch import nn

torch.manual_seed(5)
model = nn.Sequential(nn.Linear(10, 20), nn.Tanh(), nn.Linear(20, 7))
calls, species = torch.randn(80, 10), torch.randint(0, 4, (80,))
# healthy: model[2] = nn.Linear(20, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)  # culprit
# healthy: optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
model[2] = nn.Linear(20, 4)  # culprit, too
for step in range(12):
    rows = torch.randint(0, 80, (20,))
    loss = nn.functional.cross_entropy(model(calls[rows]), species[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
