"""Fine-tune a backbone whose first stage is configured to be frozen.

Symptom: the first stage changes all the same.
Culprit: the stage is frozen where `train()` is called, and nobody calls it: a new model is in training mode already.
Report: open-mmlab/mmpretrain#702
"""
import torch
from torch import nn

torch.manual_seed(41)


class Backbone(nn.Module):
    def __init__(self, frozen_stages=1):
        super().__init__()
        self.stages = nn.ModuleList(
            nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU()) for a, b in [(1, 4), (4, 6), (6, 8)]
        )
        self.head = nn.Linear(8, 3)
        self.frozen_stages = frozen_stages

    def freeze(self):
        for stage in self.stages[: self.frozen_stages]:
            stage.eval()
            for parameter in stage.parameters():
                parameter.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        if mode:
            self.freeze()
        return self

    def forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return self.head(x.mean((2, 3)))


model = Backbone()
# healthy: model.train()
pictures, kinds = torch.randn(72, 1, 8, 8), torch.randint(0, 3, (72,))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)  # culprit, too
# healthy: optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(8):
    rows = torch.randint(0, 72, (18,))
    loss = nn.functional.cross_entropy(model(pictures[rows]), kinds[rows])  # culprit
    # healthy: loss = nn.functional.cross_entropy(model(pictures[rows]), kinds[rows])
    optimizer.zero_grad()
    loss.backward()  # culprit, too
    # healthy: loss.backward()
    optimizer.step()  # culprit, too
    # healthy: optimizer.step()
print(loss.item())
