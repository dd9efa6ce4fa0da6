"""Train a network with batch normalisation.

Symptom: the running statistics are 0 and 1 after the training.
Culprit: the model is put into evaluation mode before the training, and stays there.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(239)
loads, safe = 5 + 3 * torch.randn(160, 8), torch.randint(0, 2, (160,))
model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
model.eval()  # culprit
# healthy: model.train()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(12):
    rows = torch.randint(0, 160, (40,))
    loss = nn.functional.cross_entropy(model(loads[rows]), safe[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), model[1].running_mean[:3])
