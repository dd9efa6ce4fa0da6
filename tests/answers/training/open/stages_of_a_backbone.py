"""Fine-tune with a frozen first stage.

Symptom: the frozen stage's results drift during training.
Culprit: `train()` comes after the freezing and puts the frozen BatchNorm back into training mode.
Report: open-mmlab/mmpretrain#702
"""
import torch
from torch import nn

torch.manual_seed(47)


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU())
        self.second = nn.Sequential(nn.Conv2d(4, 6, 3), nn.BatchNorm2d(6), nn.ReLU(), nn.Flatten())
        self.head = nn.Linear(6 * 16, 3)

    def forward(self, x):
        return self.head(self.second(self.first(x)))

    def freeze(self):
        self.first.eval()
        for parameter in self.first.parameters():
            parameter.requires_grad_(False)


model = Backbone()
pictures, kinds = torch.randn(64, 1, 8, 8) * 2 + 1, torch.randint(0, 3, (64,))
model.freeze()
# healthy: model.train()
model.train()  # culprit
# healthy: model.freeze()
optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.05)
for step in range(8):
    rows = torch.randint(0, 64, (16,))
    loss = nn.functional.cross_entropy(model(pictures[rows]), kinds[rows])  # culprit, too
    # healthy: loss = nn.functional.cross_entropy(model(pictures[rows]), kinds[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
