"""Keep the best weights of a training, and put them back at its end.

Symptom: the restored weights are the last ones.
Culprit: `state_dict()` holds the parameters' own memory, which training goes on to change.
Report: none
"""
import copy

import torch
from torch import nn

torch.manual_seed(61)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
x = torch.randn(90, 6)
y = x.prod(1, keepdim=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
best, best_loss = None, float("inf")
for step in range(12):
    rows = torch.randint(0, 90, (20,))
    loss = nn.functional.mse_loss(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if loss.item() < best_loss:
        best_loss = loss.item()
        best = model.state_dict()  # culprit
        # healthy: best = copy.deepcopy(model.state_dict())
model.load_state_dict(best)  # culprit, too
# healthy: model.load_state_dict(best)
print(best_loss, nn.functional.mse_loss(model(x), y).item())
