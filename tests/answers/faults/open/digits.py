"""Accuracy and likelihood of a net that reads digits.

Symptom: The likelihood is too small.
Culprit: `dim=0` are the samples.
Report: none
"""

import torch

torch.manual_seed(0)
net = torch.nn.Linear(6, 3)
x = torch.randn(12, 6)
kind = torch.randint(0, 3, (12,))
with torch.no_grad():
    p = torch.softmax(net(x), dim=0)  # culprit
print((p.argmax(dim=1) == kind).float().mean(), p[torch.arange(12), kind].log().mean())
