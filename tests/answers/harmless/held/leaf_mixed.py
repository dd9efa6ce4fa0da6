"""Mixed precision done right: bfloat16 inside autocast, weights and loss in single precision.

Symptom: none
Culprit: none
Tempts: a question could accuse this: bfloat16 autocast, loss and weights float32.
Report: suvojit-0x55aa/mixed-precision-pytorch#2
"""

import torch
from torch import nn

torch.manual_seed(4)

N, BANDS = 400, 16
x = torch.randn(N, BANDS)
truth = torch.randn(BANDS)
y = x @ truth + 0.1 * torch.randn(N)

net = nn.Sequential(nn.Linear(BANDS, 32), nn.GELU(), nn.Linear(32, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.01)

for epoch in range(150):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        out = net(x).squeeze(1)
    loss = ((out.float() - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()

assert all(p.dtype == torch.float32 for p in net.parameters())
with torch.no_grad():
    error = (net(x).squeeze(1) - y).pow(2).mean().sqrt().item()
print("dtype inside:", out.dtype, " of the loss:", loss.dtype)
print("spread of the target:", y.std().item())
print("root mean square error:", error)
