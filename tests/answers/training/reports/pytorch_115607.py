"""Train with an optimiser step that was specialised at its first call; a few batches freeze the model.

Symptom: once some batches had no gradients the weights never change again.
Culprit: the kernel chosen for a step without gradients is used for all later ones, though gradients are back (from step 4 on, counted from 0).
Report: pytorch/pytorch#115607
"""
import torch
from torch import nn

torch.manual_seed(7)


class Specialised:
    """Keep for each kind of step the function that was made for it."""

    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.kernel = None
        self.guard = None

    def __call__(self):
        gradients = tuple(p.grad is not None for group in self.optimizer.param_groups for p in group["params"])
        if self.kernel is None or not any(gradients):  # culprit
        # healthy: if self.kernel is None or gradients != self.guard:
            self.guard = gradients
            self.kernel = self.optimizer.step if any(gradients) else lambda: None
        self.kernel()  # culprit, too
        # healthy: self.kernel()


model = nn.Sequential(nn.Linear(8, 24), nn.GELU(), nn.LayerNorm(24), nn.Linear(24, 4))
x, y = torch.randn(160, 8), torch.randint(0, 4, (160,))
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
step = Specialised(optimizer)
for batch in range(14):
    optimizer.zero_grad(set_to_none=True)
    rows = torch.randint(0, 160, (32,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    if batch not in (4, 5):
        loss.backward()  # culprit, too
        # healthy: loss.backward()
    step()  # culprit, too
    # healthy: step()
print(loss.item())
