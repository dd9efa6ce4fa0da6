"""Two layers are trained.

Symptom: One of them never changes.
Culprit: `extra` is given to the optimiser, and is never called.
Report: none
"""

import torch

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
extra = torch.nn.Linear(4, 4)  # culprit
opt = torch.optim.SGD([*net.parameters(), *extra.parameters()], lr=0.1)
x = torch.randn(32, 4)
y = x.sum(1, keepdim=True)
for _ in range(20):
    opt.zero_grad()
    loss = (net(x.detach()) - y).pow(2).mean()
    loss.backward()
    opt.step()
print(loss.item())
