"""Distil a teacher into a smaller network.

Symptom: the divergence is negative.
Culprit: `kl_div` is given probabilities; its first argument is to be their logarithm.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(97)
teacher = nn.Sequential(nn.Linear(10, 40), nn.ReLU(), nn.Linear(40, 5)).eval()
pupil = nn.Linear(10, 5)
x = torch.randn(150, 10)
optimizer = torch.optim.SGD(pupil.parameters(), lr=0.1)
for step in range(9):
    rows = torch.randint(0, 150, (30,))
    with torch.no_grad():
        wanted = teacher(x[rows]).softmax(1)
    given = pupil(x[rows]).softmax(1)  # culprit, too
    # healthy: given = pupil(x[rows]).log_softmax(1)
    loss = nn.functional.kl_div(given, wanted, reduction="batchmean")  # culprit
    # healthy: loss = nn.functional.kl_div(given, wanted, reduction="batchmean")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
