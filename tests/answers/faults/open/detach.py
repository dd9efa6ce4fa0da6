"""Two layers are trained.

Symptom: The first never changes.
Culprit: Its result is detached.
Report: none
"""

import torch

torch.manual_seed(0)
enc = torch.nn.Linear(4, 8)
dec = torch.nn.Linear(8, 1)
opt = torch.optim.SGD([*enc.parameters(), *dec.parameters()], lr=0.05)
x = torch.randn(64, 4)
y = x.sum(1, keepdim=True)
for _ in range(30):
    opt.zero_grad()
    h = torch.relu(enc(x)).detach()  # culprit
    loss = (dec(h) - y).pow(2).mean()
    loss.backward()
    opt.step()
print(loss.item())
