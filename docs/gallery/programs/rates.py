"""Fit the rate of a process whose cost is logarithmic above two, linear below."""

import torch

x = torch.tensor([0.0, 1.0, 2.0, 3.0, 8.0])
target = torch.tensor([0.0, 2.0, 4.0, 1.6, 3.0])
rate = torch.ones(5, requires_grad=True)
optimizer = torch.optim.SGD([rate], lr=0.1)
for step in range(20):
    optimizer.zero_grad()
    z = x * rate
    cost = torch.where(z > 2, torch.log2(z), 2 * z)
    loss = ((cost - target) ** 2).mean()
    loss.backward()
    optimizer.step()
print("loss:", loss.item())
print("rates:", rate.detach())
