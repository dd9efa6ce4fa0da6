"""Learn digits of a meter and report the error on others.

Symptom: the loss on held digits is higher
Culprit: the model is no longer set to evaluation before it is asked
Report: none
"""

import torch
from torch import nn

torch.manual_seed(4)
x = torch.randn(200, 16)
y = (x[:, :4].sum(1) > 0).long() + (x[:, 4] > 1).long()
net = nn.Sequential(nn.Linear(16, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
criterion = nn.CrossEntropyLoss()
for _epoch in range(5):
    net.train()
    for start in range(0, 160, 40):
        loss = criterion(net(x[start : start + 40]), y[start : start + 40])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
held_x, held_y = x[160:], y[160:]
with torch.no_grad():
    scores = net(held_x)  # culprit
    print("loss:", criterion(scores, held_y).item())
    print("right:", (scores.argmax(1) == held_y).float().mean().item())
