"""A line is fitted.

Symptom: The loss swings.
Culprit: Gradients are never set to zero.
Report: none
"""

import torch

torch.manual_seed(0)
net = torch.nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
x = torch.randn(64, 4)
y = x.sum(1, keepdim=True)
for _ in range(30):
    loss = (net(x) - y).pow(2).mean()
    loss.backward()  # culprit
    opt.step()
print(loss.item())
