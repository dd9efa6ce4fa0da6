"""Ctrl-C at every point where Python looks for signals leaves the model as it was."""

from __future__ import annotations

import copy
import gc

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn

from interrupts import Interrupts
from numscope.inspector import InspectionError, Inspector

EVERYTHING = ("activations", "gradients", "inputs", "weights", "weight_gradients")
# Who takes part in putting on and taking off. In the layers themselves an error is an error of the forward pass.
FILES = (
    "numscope/inspector",
    "contextlib.py",
    "torch/utils/hooks.py",
    "torch/nn/modules/module.py",
    "torch/random.py",
)


def interrupts(chosen):
    return Interrupts(chosen, FILES, Inspector.__exit__.__code__)


class Normalised(nn.Module):
    """What has state of its own besides parameters: running statistics, and dropout's random numbers."""

    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(6)
        self.dropout = nn.Dropout(0.5)
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        return self.head(self.dropout(self.norm(x)))


def inspect(inspector, batch):
    inspector.run_inspection(batch, loss=torch.mean)


def stream(inspector, batch):
    with inspector:
        inspector.model(batch).mean().backward()


def points_of(way, inspector, batch):
    with interrupts(0) as found:
        way(inspector, batch)
    return found.points


def left_behind(way, point, hooks_on):
    """Interrupt a run at `point`: where it was, and what isn't as before."""
    model = Normalised()
    inspector = Inspector(model).watch("*", what=EVERYTHING)
    batch = torch.randn(4, 6)
    inspect(inspector, batch)
    before = copy.deepcopy(model.state_dict())
    random_numbers = torch.get_rng_state()
    gradients = [torch.ones_like(parameter) for parameter in model.parameters()]
    for parameter, gradient in zip(model.parameters(), gradients, strict=True):
        parameter.grad = gradient
    try:
        with interrupts(point) as found:
            way(inspector, batch)
    except KeyboardInterrupt:
        pass
    gc.collect()
    left = []
    if hooks_on(model):
        left.append("hooks")
    if way is inspect:
        if any(p.grad is not g for p, g in zip(model.parameters(), gradients, strict=True)):
            left.append("gradients")
        if any(
            not torch.equal(a, b) for a, b in zip(before.values(), model.state_dict().values(), strict=True)
        ):
            left.append("buffers")
        if not torch.equal(random_numbers, torch.get_rng_state()):
            left.append("random numbers")
    try:
        way(inspector, batch)
    except InspectionError as error:
        left.append(str(error))
    return [(point, found.where, *left)] if left else []


@pytest.mark.parametrize("way", [inspect, stream])
@pytest.mark.parametrize("stride", [17, pytest.param(1, marks=pytest.mark.long)])
def test_an_interrupt_at_any_point_leaves_all_as_it_was(hooks_on, way, stride):
    inspector = Inspector(Normalised()).watch("*", what=EVERYTHING)
    batch = torch.randn(4, 6)
    way(inspector, batch)
    points = points_of(way, inspector, batch)
    assert points > 100
    wrong = [left for point in range(1, points + 1, stride) for left in left_behind(way, point, hooks_on)]
    assert wrong == []
