"""Root law above a threshold, with the inner value made safe before the root is taken.

Symptom: none
Culprit: none
Tempts: a question could accuse this: torch.where twice, the inner value made safe.
Report: pytorch/pytorch#16317
"""

import torch

torch.manual_seed(6)

stress = torch.rand(150) * 30
measured = 0.5 * torch.sqrt((stress - 12).clamp(min=0)) + 0.02 * torch.randn(150)

threshold = torch.tensor(9.0, requires_grad=True)
slope = torch.tensor(0.2, requires_grad=True)
opt = torch.optim.Adam([threshold, slope], lr=0.05)

for step in range(600):
    excess = stress - threshold
    above = excess > 1e-3
    inner = torch.where(above, excess, torch.ones_like(excess))
    predicted = torch.where(above, slope * torch.sqrt(inner), torch.zeros_like(excess))
    loss = ((predicted - measured) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    assert torch.isfinite(threshold.grad)

print("points above:", int(above.sum()))
print("loss:", loss.item())
print("threshold:", threshold.item())
