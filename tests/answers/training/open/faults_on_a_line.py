"""Train with a gradient scaler and clipping.

Symptom: the model learns as if the learning rate were a thousandth.
Culprit: gradients are clipped while they still are scaled.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(109)
model = nn.Sequential(nn.Linear(9, 18), nn.ReLU(), nn.Linear(18, 2))
signals, faulty = torch.randn(120, 9), torch.randint(0, 2, (120,))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=4096.0)
for step in range(9):
    rows = torch.randint(0, 120, (30,))
    loss = nn.functional.cross_entropy(model(signals[rows]), faulty[rows])
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    # healthy: scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # culprit
    # healthy: torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
print(loss.item())
