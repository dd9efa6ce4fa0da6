"""Fit steep data with clipped gradients.

Symptom: the loss jumps as if nothing were clipped.
Culprit: the parameters to clip are a generator, which the count of parameters has used up, so no gradient is clipped.
Report: pytorch/pytorch#148259
"""
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
torch.manual_seed(14)
x = torch.randn(128, 10)
y = 30 * x[:, :1] + 10 * x[:, 1:2]
model = nn.Sequential(nn.Linear(10, 24), nn.Tanh(), nn.Linear(24, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(8):
    rows = torch.randint(0, 128, (32,))
    loss = nn.functional.mse_loss(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    trained = filter(lambda p: p.requires_grad, model.parameters())  # culprit, too
    # healthy: trained = [p for p in model.parameters() if p.requires_grad]
    if step == 0:
        print("trained", len(model.state_dict()), "tensors")
    sizes = sum(p.numel() for p in trained)
    nn.utils.clip_grad_norm_(trained, 1.0)  # culprit
    # healthy: nn.utils.clip_grad_norm_(trained, 1.0)
    optimizer.step()
print(sizes, loss.item())
