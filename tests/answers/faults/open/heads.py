"""Two heads share a body; the second head is forgotten in forward.

Symptom: The second column is not learnt.
Culprit: `second` is given to the optimiser, and never called.
Report: none
"""

import torch

torch.manual_seed(0)
body, first = torch.nn.Linear(3, 8), torch.nn.Linear(8, 1)
second = torch.nn.Linear(8, 1)  # culprit
params = list(body.parameters()) + list(first.parameters()) + list(second.parameters())
opt = torch.optim.Adam(params, lr=0.01)
x = torch.randn(40, 3)
y = torch.stack([x.sum(1), x[:, 0]], 1)
for _ in range(15):
    opt.zero_grad()
    h = torch.tanh(body(x))
    out = torch.cat([first(h), first(h)], 1)
    loss = (out - y).pow(2).mean()
    loss.backward()
    opt.step()
print(loss.item())
