"""Fit a line with PyTorch and stop when the loss does not fall any more.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the best loss, which starts at infinity; `check-up` a loss that no longer falls.
Report: none
"""

import torch

torch.manual_seed(8)
x = torch.linspace(-1, 1, 50)[:, None]
y = 2 * x + 0.5 + 0.1 * torch.randn_like(x)
model = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
best, patience = float("inf"), 0
for number in range(500):  # noqa: B007
    loss = torch.nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if loss.item() < best - 1e-6:
        best, patience = loss.item(), 0
    else:
        patience += 1
    if patience == 5:
        break
print(f"stopped after {number} steps, loss {best:.5f}, slope {model.weight.item():.3f}")
