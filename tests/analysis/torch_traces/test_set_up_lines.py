"""Faults of how a training was set up are named at the line that made them, not where they show."""

from __future__ import annotations

import copy
import inspect

import pytest

import numscope
from numscope.analysis.check_up import check_up

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def _train(model, optimizer, look=lambda model, loss: None):
    torch.manual_seed(1)
    x = torch.randn(40, 4)
    for _ in range(6):
        loss = (model(x) - x.prod(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        look(model, loss.item())
    return x


def _network():
    torch.manual_seed(2)
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))


class Kept:
    """The weights of the least loss."""

    def __init__(self, copied):
        self.least, self.weights, self.copied = float("inf"), None, copied

    def look(self, model, loss):
        if loss < self.least:
            self.least = loss
            if self.copied:
                self.weights = copy.deepcopy(model.state_dict())
            else:
                self.weights = model.state_dict()  # kept


def put_back(copied):
    model, kept = _network(), Kept(copied)
    held = [*model.parameters()]
    x = _train(model, torch.optim.SGD(held, lr=0.1), kept.look)
    model.load_state_dict(kept.weights)
    model(x)


class Mixture(torch.nn.Module):
    """Layers in a list that their module does not know; the memory of one was another tensor's before."""

    def __init__(self, listed):
        super().__init__()
        self.gate = torch.nn.Linear(4, 3)
        made = [torch.nn.Linear(4, 1) for _ in range(3)]
        parts = torch.nn.ModuleList(made)
        if listed:
            self.parts = list(made)  # listed
        else:
            self.parts = parts

    def forward(self, x):
        return (self.gate(x).softmax(1) * torch.cat([one(x) for one in self.parts], 1)).sum(1, keepdim=True)


def mixture(listed):
    torch.manual_seed(3)
    for size in (1, 3, 4, 12) * 20:
        torch.zeros(size).add_(1)
    model = Mixture(listed)
    held = [*model.parameters()]
    _train(model, torch.optim.SGD(held, lr=0.1))


def replaced(copied):
    first = _network()
    optimizer = torch.optim.SGD(first.parameters(), lr=0.1)  # the only construction of this file
    model = copy.deepcopy(first) if copied else first  # copied
    _train(model, optimizer)


def _line(mark):
    text = inspect.getsource(inspect.getmodule(_line)).splitlines()
    return next(number for number, line in enumerate(text, 1) if line.endswith(f"  # {mark}"))


@pytest.mark.parametrize(
    ("program", "kind", "mark", "said"),
    [
        (lambda: put_back(copied=False), "parameter", "kept", "4 parameters are restored in line"),
        (lambda: mixture(listed=True), "parameter", "listed", "6 parameters (15 numbers) are not among"),
        (lambda: replaced(copied=True), "gradient", "copied", "had before this copy"),
    ],
    ids=["kept", "listed", "copied"],
)
def test_the_line_that_set_it_up_is_named(recorded, program, kind, mark, said):
    with numscope.open(recorded(program)) as trace:
        first = check_up(trace).findings[0]
    assert (first.kind, first.line) == (kind, _line(mark))
    assert said in first.problem


@pytest.mark.parametrize(
    "program",
    [lambda: put_back(copied=True), lambda: mixture(listed=False), lambda: replaced(copied=False)],
    ids=["kept", "listed", "copied"],
)
def test_what_is_set_up_well_is_not_accused(recorded, program):
    with numscope.open(recorded(program)) as trace:
        assert check_up(trace).findings == ()
