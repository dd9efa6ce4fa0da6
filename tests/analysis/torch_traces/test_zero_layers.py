"""Layers that begin with zeros: several in a row learn nothing, one alone does."""

from __future__ import annotations

import inspect

import pytest

import numscope
from numscope.analysis.check_up import check_up

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def _network():
    torch.manual_seed(5)
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))


def _train(model, *shape):
    torch.manual_seed(6)
    x = torch.randn(40, *shape)
    y = x.flatten(1).sum(1, keepdim=True) + 0.1 * torch.randn(40, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(8):
        loss = (model(x) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def layers_filled_with_zeros():
    model = _network()
    for layer in (model[0], model[2]):
        torch.nn.init.zeros_(layer.weight)  # fault
        torch.nn.init.zeros_(layer.bias)
    _train(model, 4)


def layers_filled_with_a_named_number():
    start = 0.0  # fault
    torch.manual_seed(7)
    model = torch.nn.Sequential(
        torch.nn.Conv1d(2, 4, 3), torch.nn.Tanh(), torch.nn.Flatten(), torch.nn.Linear(12, 1)
    )
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(start)
    _train(model, 2, 5)


def last_layer_of_zeros():
    model = _network()
    torch.nn.init.zeros_(model[2].weight)
    torch.nn.init.zeros_(model[2].bias)
    _train(model, 4)


def biases_of_zeros():
    model = _network()
    for layer in (model[0], model[2]):
        torch.nn.init.zeros_(layer.bias)
    _train(model, 4)


@pytest.mark.parametrize(
    "program", [layers_filled_with_zeros, layers_filled_with_a_named_number], ids=lambda one: one.__name__
)
def test_the_line_that_fills_them_is_named(recorded, program):
    lines, first = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines, first) if line.rstrip().endswith("# fault"))
    with numscope.open(recorded(program)) as trace:
        found = check_up(trace).findings[0]
    assert (found.kind, found.line) == ("training", marked)
    assert "the weights of 2 of 2 layers are all 0" in found.problem


@pytest.mark.parametrize("program", [last_layer_of_zeros, biases_of_zeros], ids=lambda one: one.__name__)
def test_zeros_from_which_layers_learn_are_not_accused(recorded, program):
    with numscope.open(recorded(program)) as trace:
        assert check_up(trace).findings == ()
