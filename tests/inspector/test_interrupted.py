"""Ctrl-C at every point where Python looks for signals leaves the model as it was."""

from __future__ import annotations

import copy
import dis
import gc
import sys

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from torch import nn

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


class Interrupts:
    """Raises KeyboardInterrupt once, at the point number `chosen` of those where Python looks for signals.

    These are the start of a function, what follows a call, and a jump backwards (CPython 3.11 and 3.12,
    `eval_breaker` in Python/ceval.c).
    """

    def __init__(self, chosen):
        self.chosen = chosen
        self.points = 0
        self.where = None
        self._looks = {}

    def __enter__(self):
        sys.settrace(self._called)
        return self

    def __exit__(self, *exception):
        sys.settrace(None)

    def _called(self, frame, event, argument):
        if not any(part in frame.f_code.co_filename for part in FILES):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        # What comes before the first statement of `__exit__`, no Python code can answer.
        if frame.f_code is not Inspector.__exit__.__code__:
            self._point(frame)
        return self._stepped

    def _stepped(self, frame, event, argument):
        if event == "opcode" and frame.f_lasti in self._after_looks(frame.f_code):
            self._point(frame)
        return self._stepped

    def _after_looks(self, code):
        if code not in self._looks:
            before, after = None, set()
            for instruction in dis.get_instructions(code):
                if before and before.startswith("CALL"):
                    after.add(instruction.offset)
                before = instruction.opname
                if "BACKWARD" in before and "NO_INTERRUPT" not in before:
                    after.add(instruction.argval)
            self._looks[code] = after
        return self._looks[code]

    def _point(self, frame):
        self.points += 1
        if self.points == self.chosen:
            self.where = f"{frame.f_code.co_filename}:{frame.f_lineno} {frame.f_code.co_name}"
            raise KeyboardInterrupt


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
    with Interrupts(0) as interrupts:
        way(inspector, batch)
    return interrupts.points


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
        with Interrupts(point) as interrupts:
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
    return [(point, interrupts.where, *left)] if left else []


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
