"""Turn a cloud of points of a pebble until its long axis lies flat, and learn a scale for each direction.

Symptom: the loss is a number in step 0; the scales are nan after it.
Culprit: a cube with equal scales has three equal eigenvalues; the gradient of their vectors holds 1 / 0.
Report: pytorch/pytorch#76531
"""

import itertools

import torch


def cube(side):
    """Return a regular grid of points around 0, the start of each pebble."""
    ticks = torch.linspace(-1, 1, side, dtype=torch.float64).tolist()
    return torch.tensor(list(itertools.product(ticks, ticks, ticks)), dtype=torch.float64)


class Pebble:
    def __init__(self, side=5):
        self.points = cube(side)
        self.scales = torch.ones(3, dtype=torch.float64, requires_grad=True)  # culprit, too

    def covariance(self):
        cloud = self.points * self.scales
        return cloud.T @ cloud / len(cloud)

    def axes(self):
        """Return the variances and the axes, the longest last."""
        return torch.linalg.eigh(self.covariance())  # culprit


def loss(pebble, wanted):
    variances, axes = pebble.axes()
    shape = ((variances.sqrt() - wanted) ** 2).sum()
    flat = axes[2, -1] ** 2
    return shape + 0.1 * flat


def fit(pebble, wanted, steps, rate=0.1):
    for step in range(steps):
        value = loss(pebble, wanted)
        (gradient,) = torch.autograd.grad(value, pebble.scales)
        with torch.no_grad():
            pebble.scales -= rate * gradient
        if step % 20 == 0:
            shown = " ".join(f"{scale:.4f}" for scale in pebble.scales.tolist())
            print(f"step {step:2d}: loss {value.item():.5f}, scales {shown}")


pebble = Pebble()
try:
    fit(pebble, wanted=torch.tensor([0.4, 0.6, 1.1], dtype=torch.float64), steps=61)
except torch.linalg.LinAlgError as error:
    print("stopped:", str(error).split(":")[0])
print("scales:", pebble.scales.tolist())
