"""Fine-tune a network for new classes, with most of it frozen.

Symptom: nothing is learnt.
Culprit: the parameters kept free are those of the normalisations alone: the head is frozen, too.
Report: none (discuss.pytorch.org/t/84911)
"""
import torch
from torch import nn

torch.manual_seed(47)


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(1, 6, 3), nn.BatchNorm2d(6)
        self.conv2, self.bn2 = nn.Conv2d(6, 8, 3), nn.BatchNorm2d(8)
        self.fc = nn.Linear(8, 5)

    def forward(self, x):
        x = torch.relu(self.bn1(self.conv1(x)))
        x = torch.relu(self.bn2(self.conv2(x)))
        return self.fc(x.mean((2, 3)))


model = Network()
for name, parameter in model.named_parameters():
    if "bn" not in name:  # culprit
    # healthy: if "conv" in name:
        parameter.requires_grad = False  # culprit, too
        # healthy: parameter.requires_grad = False
pictures, kinds = torch.randn(80, 1, 8, 8), torch.randint(0, 5, (80,))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)  # culprit, too
# healthy: optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(8):
    rows = torch.randint(0, 80, (20,))
    loss = nn.functional.cross_entropy(model(pictures[rows]), kinds[rows])  # culprit, too
    # healthy: loss = nn.functional.cross_entropy(model(pictures[rows]), kinds[rows])
    optimizer.zero_grad()
    loss.backward()  # culprit, too
    # healthy: loss.backward()
    optimizer.step()  # culprit, too
    # healthy: optimizer.step()
print(loss.item())
