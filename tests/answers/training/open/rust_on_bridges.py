"""Find rust on pictures of bridges; validate after each epoch.

Symptom: dropout and the running statistics stand still from the second epoch on.
Culprit: the validation switches to evaluation, and nothing switches back.
Report: ThilinaRajapakse/simpletransformers#941
"""
import torch
from torch import nn

torch.manual_seed(43)
model = nn.Sequential(
    nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Dropout(0.2), nn.Linear(4 * 36, 2)
)
pictures, rusty = torch.randn(96, 1, 8, 8), torch.randint(0, 2, (96,))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)


def validate():
    model.eval()  # culprit
    # healthy: model.eval()
    with torch.no_grad():
        return nn.functional.cross_entropy(model(pictures[64:]), rusty[64:]).item()


model.train()
for epoch in range(4):
    # healthy: model.train()
    for rows in torch.randperm(64).split(16):
        loss = nn.functional.cross_entropy(model(pictures[rows]), rusty[rows])  # culprit, too
        # healthy: loss = nn.functional.cross_entropy(model(pictures[rows]), rusty[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(epoch, validate())
