"""Parameters that a loss takes as mere numbers: they are to be learnt, and never are."""

from __future__ import annotations

import inspect

import pytest

import numscope
from numscope.analysis.check_up import check_up

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def _rows():
    torch.manual_seed(4)
    x = torch.randn(60, 3)
    return x, x @ torch.tensor([1.0, -2.0, 0.5]) + 0.3 * torch.randn(60)


def _learn(loss, *parameters):
    optimizer = torch.optim.Adam(parameters, lr=0.05)
    for _ in range(12):
        optimizer.zero_grad()
        value = loss()
        value.backward()
        optimizer.step()


def noise_as_a_number():
    x, y = _rows()
    weights, log_noise = torch.zeros(3, requires_grad=True), torch.tensor(0.4, requires_grad=True)

    def loss():
        noise = float(log_noise.exp())  # fault
        return (((y - x @ weights) / noise) ** 2).mean() + 2 * log_noise.detach()

    _learn(loss, weights, log_noise)


def temperature_without_a_graph():
    x, y = _rows()
    weights, temperature = torch.zeros(3, requires_grad=True), torch.full((1,), 2.0, requires_grad=True)

    def loss():
        logits = x @ weights / temperature.detach()  # fault
        return torch.nn.functional.binary_cross_entropy_with_logits(logits, (y > 0).float())

    _learn(loss, weights, temperature)


def noise_as_a_tensor_of_a_number():
    x, y = _rows()
    weights, log_noise = torch.zeros(3, requires_grad=True), torch.zeros((), requires_grad=True)

    def loss():
        noise = torch.as_tensor(log_noise.exp().item())  # fault
        return (0.5 * ((y - x @ weights) / noise) ** 2 + torch.log(noise)).mean()

    _learn(loss, weights, log_noise)


def noise_that_is_learnt():
    x, y = _rows()
    weights, log_noise = torch.zeros(3, requires_grad=True), torch.zeros((), requires_grad=True)
    shown = []

    def loss():
        noise = log_noise.exp()
        shown.append(noise.item())
        return (0.5 * ((y - x @ weights) / noise) ** 2 + torch.log(noise)).mean()

    _learn(loss, weights, log_noise)


def scaled_by_a_number_of_its_own():
    x, y = _rows()
    weights = torch.full((3,), 0.1, requires_grad=True)

    def loss():
        largest = weights.abs().max().item()
        return ((y - x @ (weights / largest)) ** 2).mean() + weights.square().sum()

    _learn(loss, weights)


def shown_and_not_computed_with():
    x, y = _rows()
    weights, kept = torch.zeros(3, requires_grad=True), torch.tensor(0.7, requires_grad=True)
    shown = []

    def loss():
        shown.append(kept.item())
        return ((y - x @ weights) ** 2).mean()

    _learn(loss, weights)


FAULTY = [noise_as_a_number, temperature_without_a_graph, noise_as_a_tensor_of_a_number]
HEALTHY = [noise_that_is_learnt, scaled_by_a_number_of_its_own, shown_and_not_computed_with]


@pytest.mark.parametrize("program", FAULTY, ids=lambda program: program.__name__)
def test_the_line_that_cuts_it_off_is_named(recorded, program):
    lines, first = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines, first) if line.rstrip().endswith("# fault"))
    with numscope.open(recorded(program)) as trace:
        found = check_up(trace).findings[0]
    assert (found.kind, found.line) == ("training", marked)
    assert "is after 11 steps what it was at first" in found.problem


@pytest.mark.parametrize("program", HEALTHY, ids=lambda program: program.__name__)
def test_what_learns_otherwise_is_not_accused(recorded, program):
    with numscope.open(recorded(program)) as trace:
        assert check_up(trace).findings == ()
