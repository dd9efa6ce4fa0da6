"""Train a detector and keep an average of its weights for evaluation.

Symptom: after each epoch the model is what it was before the training.
Culprit: the average is never updated, and each epoch's end copies it into the model.
Report: MultimediaTechLab/YOLO#97
"""

import torch
from torch import nn

torch.manual_seed(97)


class Average:
    def __init__(self, model):
        self.shadow = {name: value.detach().clone() for name, value in model.named_parameters()}

    def update(self, model):
        for name, value in model.named_parameters():
            self.shadow[name].lerp_(value.detach(), 0.1)

    def apply(self, model):
        with torch.no_grad():
            for name, value in model.named_parameters():
                value.copy_(self.shadow[name])  # culprit, too
                # healthy: value.copy_(self.shadow[name])


x, y = torch.randn(160, 8), torch.randint(0, 4, (160,))
model = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Linear(24, 4))
average = Average(model)  # culprit, too
# healthy: average = Average(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
for epoch in range(3):
    for rows in torch.randperm(160)[:80].split(20):
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        # healthy: average.update(model)
    average.apply(model)  # culprit
    # healthy: average.apply(model)
    with torch.no_grad():
        print(nn.functional.cross_entropy(model(x), y).item())
