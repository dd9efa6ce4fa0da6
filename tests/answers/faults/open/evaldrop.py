"""The error of a trained model.

Symptom: It differs from call to call.
Culprit: Dropout is active.
Report: none
"""

import torch

torch.manual_seed(0)
net = torch.nn.Sequential(
    torch.nn.Linear(4, 16), torch.nn.ReLU(), torch.nn.Dropout(0.5), torch.nn.Linear(16, 1)
)
opt = torch.optim.Adam(net.parameters(), lr=0.01)
x = torch.randn(64, 4)
y = x.sum(1, keepdim=True)
for _ in range(30):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    opt.step()
xt = torch.randn(32, 4)
with torch.no_grad():
    print(((net(xt) - xt.sum(1, keepdim=True)) ** 2).mean().item())  # culprit
