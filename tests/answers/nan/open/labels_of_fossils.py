"""Train a classifier of fossils with weights for rare kinds.

Symptom: the loss is nan in the first step.
Culprit: no fossil of kind 3 is in the sample; its weight is 1 / 0 = inf, and inf * 0 in the loss is nan.
Report: none
"""

import torch
from torch import nn

torch.manual_seed(0)
features = torch.randn(40, 6)
kinds = torch.randint(0, 3, (40,))
counts = torch.bincount(kinds, minlength=4)
weights = len(kinds) / counts.float()  # culprit
one_hot = nn.functional.one_hot(kinds, 4).float()
model = nn.Linear(6, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    logs = model(features).log_softmax(dim=1)
    loss = -(weights * one_hot * logs).sum(dim=1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: {loss.item():.4f}")
