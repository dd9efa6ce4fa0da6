"""Prepare a model for a device, and train it with the optimiser made before.

Symptom: the loss never changes.
Culprit: the preparation makes new parameters; the optimiser still holds the old ones.
Report: huggingface/accelerate#2665
"""
import torch
from torch import nn

torch.manual_seed(59)


def prepare(model):
    """Put each weight where the device wants it."""
    for module in model.modules():
        for name, parameter in list(module.named_parameters(recurse=False)):
            setattr(module, name, nn.Parameter(parameter.detach().clone().contiguous()))
    return model


model = nn.Sequential(nn.Linear(10, 24), nn.ReLU(), nn.Dropout(0.1), nn.Linear(24, 24), nn.ReLU(), nn.Linear(24, 3))
x, y = torch.randn(120, 10), torch.randint(0, 3, (120,))
# healthy: model = prepare(model)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)  # culprit
# healthy: optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
model = prepare(model)  # culprit, too
for step in range(8):
    rows = torch.randint(0, 120, (30,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])  # culprit, too
    # healthy: loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()  # culprit, too
    # healthy: loss.backward()
    optimizer.step()
print(loss.item())
