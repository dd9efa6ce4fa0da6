"""Train a new head on a frozen backbone.

Symptom: the backbone gives other features after the training than before.
Culprit: its parameters are frozen, but its BatchNorm layers stay in training mode and go on updating their statistics.
Report: lightly-ai/lightly#1438
"""
import torch
from torch import nn

torch.manual_seed(38)
backbone = nn.Sequential(
    nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()
)
for parameter in backbone.parameters():
    parameter.requires_grad = False
head = nn.Linear(8, 3)
model = nn.Sequential(backbone, head)
pictures = torch.rand(90, 1, 10, 10) * 3 + 1
labels = torch.randint(0, 3, (90,))
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
model.train()  # culprit, too
# healthy: model.train(); backbone.eval()
for step in range(8):
    rows = torch.randint(0, 90, (15,))
    loss = nn.functional.cross_entropy(model(pictures[rows]), labels[rows])  # culprit
    # healthy: loss = nn.functional.cross_entropy(model(pictures[rows]), labels[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
