"""Train the head first, then let the last stage of the backbone learn as well.

Symptom: the stage that was let free never changes.
Culprit: the optimiser took the parameters that were free when it was made (from step 4 on, counted from 0).
Report: fastai/fastai#2133
"""
import torch
from torch import nn

torch.manual_seed(67)


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.early = nn.Sequential(nn.Linear(9, 18), nn.Tanh())
        self.late = nn.Sequential(nn.Linear(18, 18), nn.Tanh())
        self.head = nn.Linear(18, 3)

    def forward(self, x):
        return self.head(self.late(self.early(x)))


def free(model):
    return [parameter for parameter in model.parameters() if parameter.requires_grad]


model = Network()
for part in (model.early, model.late):
    part.requires_grad_(False)
optimizer = torch.optim.SGD(free(model), lr=0.1, momentum=0.9)  # culprit
# healthy: optimizer = torch.optim.SGD(free(model), lr=0.1, momentum=0.9)
x, y = torch.randn(100, 9), torch.randint(0, 3, (100,))
for step in range(12):
    if step == 4:
        model.late.requires_grad_(True)  # culprit, too
        # healthy: model.late.requires_grad_(True); optimizer.add_param_group({"params": list(model.late.parameters())})
    rows = torch.randint(0, 100, (25,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()  # culprit, too
    # healthy: loss.backward()
    optimizer.step()  # culprit, too
    # healthy: optimizer.step()
print(loss.item())
