"""Fit a response that is linear for small doses and logarithmic for large ones.

Symptom: the fitted parameters are nan after one step although the predictions were right before it.
Culprit: where() drops log2(0) = -inf at dose 0 in the forward pass; its backward pass gives 0 * inf = nan.
Report: pytorch/pytorch#108618
"""

import torch


class Response(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.slope = torch.nn.Parameter(torch.tensor(0.8))
        self.scale = torch.nn.Parameter(torch.tensor(0.5))

    def forward(self, dose):
        effective = dose * self.scale
        large = effective > 1
        return torch.where(large, self.slope * (1 + torch.log2(effective)), self.slope * effective)  # culprit


def trial():
    dose = torch.tensor([0.0, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, float("nan"), 32.0])
    effect = torch.tensor([0.0, 0.1, 0.3, 0.9, 1.4, 2.3, 3.1, 4.2, 1.0, 5.0])
    taken = ~torch.isnan(dose)  # one patient did not report the dose
    return dose[taken], effect[taken]


dose, effect = trial()
model = Response()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(5):
    optimizer.zero_grad()
    loss = ((model(dose) - effect) ** 2).mean()
    loss.backward()
    optimizer.step()
    slope, scale = model.slope.item(), model.scale.item()
    print(f"step {step}: loss {loss.item():.4f}, slope {slope:.4f}, scale {scale:.4f}")
