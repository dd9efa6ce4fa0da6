"""Classify hotels with the negative log-likelihood.

Symptom: the loss is negative and falls to -1.
Culprit: `nll_loss` is given probabilities in place of their logarithms.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(101)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 5), nn.Softmax(dim=1))  # culprit, too
# healthy: model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 5), nn.LogSoftmax(dim=1))
hotels, stars = torch.randn(100, 6), torch.randint(0, 5, (100,))
criterion = nn.NLLLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(9):
    rows = torch.randint(0, 100, (20,))
    loss = criterion(model(hotels[rows]), stars[rows])  # culprit
    # healthy: loss = criterion(model(hotels[rows]), stars[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
