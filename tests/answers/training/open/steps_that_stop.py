"""Skip the step in which there is no gradient, through a wrapper that remembers what it decided.

Symptom: from the third batch on nothing is learnt.
Culprit: the wrapper keeps the decision of the one batch without gradients for good.
Report: pytorch/pytorch#115607
"""
import torch
from torch import nn

torch.manual_seed(67)


class Stepper:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.live = None

    def step(self):
        parameters = [p for group in self.optimizer.param_groups for p in group["params"]]
        self.live = [p for p in parameters if p.grad is not None and (self.live is None or any(p is q for q in self.live))]  # culprit
        # healthy: self.live = [p for p in parameters if p.grad is not None]
        if self.live:
            self.optimizer.step()  # culprit, too
            # healthy: self.optimizer.step()


model = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 2))
x, y = torch.randn(100, 5), torch.randint(0, 2, (100,))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
stepper = Stepper(optimizer)
for batch in range(12):
    optimizer.zero_grad()
    rows = torch.randint(0, 100, (20,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    if batch != 2:
        loss.backward()  # culprit, too
        # healthy: loss.backward()
    stepper.step()
print(loss.item())
