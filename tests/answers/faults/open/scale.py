"""A learnt scale that the loss never uses.

Symptom: It stays 1.
Culprit: `scale` is given to the optimiser, and nothing is multiplied by it.
Report: none
"""

import torch

torch.manual_seed(0)
net = torch.nn.Linear(4, 1)
scale = torch.nn.Parameter(torch.ones(1))  # culprit
opt = torch.optim.SGD([*net.parameters(), scale], lr=0.05)
x = torch.randn(30, 4)
y = 100 * x.sum(1, keepdim=True)
for _ in range(10):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    opt.step()
print(loss.item())
