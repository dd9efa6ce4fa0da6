"""Predict the next value of a series at each place of a window.

Symptom: the model returns the same value at each place.
Culprit: the target is the value after the window alone, and is broadcast against the prediction of each place.
Report: andrewgcodes/xlstm#4
"""
import torch
from torch import nn

torch.manual_seed(223)
series = torch.sin(torch.arange(200.0) / 7).unsqueeze(1)
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(12):
    start = int(torch.randint(0, 180, (1,)))
    window = series[start : start + 10]
    target = series[start + 10 : start + 11]  # culprit, too
    # healthy: target = series[start + 1 : start + 11]
    loss = criterion(model(window), target)  # culprit
    # healthy: loss = criterion(model(window), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
