"""Losses of logits that are given probabilities: the line to mend is found, also where no optimiser steps."""

from __future__ import annotations

import inspect

import pytest

import numscope
from numscope.analysis.check_up import check_up

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
functional = torch.nn.functional
STEPS = 12


def _data():
    torch.manual_seed(1)
    features = torch.randn(40, 3)
    return features, features.argmax(1)


class Alarm(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.out = torch.nn.Linear(3, 1)

    def forward(self, features):
        return torch.sigmoid(self.out(features)).squeeze(1)  # fault


class Classes(torch.nn.Module):
    """Returns probabilities to those that ask, and logits to the loss."""

    def __init__(self):
        super().__init__()
        self.out = torch.nn.Linear(3, 3)

    def forward(self, features):
        scores = self.out(features)
        return scores if self.training else torch.softmax(scores, dim=1)


def _step(parameters, rate=0.1):
    with torch.no_grad():
        for one in parameters:
            one -= rate * one.grad
            one.grad = None


def a_model_that_ends_with_a_sigmoid():
    features, kinds = _data()
    model, loss_of = Alarm(), torch.nn.BCEWithLogitsLoss()
    for _ in range(STEPS):
        loss_of(model(features), (kinds == 0).float()).backward()
        _step(model.parameters())


def _shares(weights, features):
    return (features @ weights).softmax(dim=1)  # fault


def a_function_that_returns_shares():
    features, kinds = _data()
    weights = torch.zeros(3, 3, requires_grad=True)
    for _ in range(STEPS):
        functional.cross_entropy(_shares(weights, features), kinds).backward()
        _step([weights])


def shares_beside_their_loss():
    """In one function with the loss it is the loss that takes the wrong one of the two."""
    features, kinds = _data()
    weights = torch.zeros(3, 3, requires_grad=True)
    for _ in range(STEPS):
        scores = features @ weights
        shares = torch.softmax(scores, dim=1)
        functional.cross_entropy(shares, kinds).backward()  # fault
        _step([weights])


def _ends_with_shares():
    layers = torch.nn.Sequential(torch.nn.Linear(3, 3))
    layers.append(torch.nn.Softmax(dim=1))  # fault
    return layers


def a_model_whose_last_layer_is_a_softmax():
    features, kinds = _data()
    model, loss_of = _ends_with_shares(), torch.nn.CrossEntropyLoss()
    for _ in range(STEPS):
        loss_of(model(features), kinds).backward()
        _step(model.parameters())


class Chance(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.out = torch.nn.Linear(3, 1)
        self.squeezed = torch.nn.Sigmoid()  # fault

    def forward(self, features):
        return self.squeezed(self.out(features)).squeeze(1)


def a_model_that_holds_a_sigmoid():
    features, kinds = _data()
    model = Chance()
    for _ in range(STEPS):
        functional.binary_cross_entropy_with_logits(model(features), (kinds == 0).float()).backward()
        _step(model.parameters())


def a_divergence_of_shares_that_are_measured():
    features, _ = _data()
    shares = torch.softmax(features, dim=1)
    return functional.kl_div(shares[:1].expand_as(shares), shares, reduction="none").sum(1)  # fault


def a_divergence_of_two_rows():
    wanted, given = torch.tensor([0.2, 0.3, 0.5]), torch.tensor([0.1, 0.6, 0.3])
    return functional.kl_div(given, wanted, reduction="sum").item()  # fault


def divergences_of_logarithms():
    features, _ = _data()
    shares = torch.softmax(features, dim=1)
    one = functional.kl_div(shares[:1].log().expand_as(shares), shares, reduction="none").sum(1)
    other = functional.kl_div(shares[:-1].log(), shares[1:].log(), reduction="sum", log_target=True)
    return one + other + functional.nll_loss(shares.log(), features.argmax(1))


def logits_for_the_loss():
    features, kinds = _data()
    model, weights = Classes(), torch.zeros(3, 3, requires_grad=True)
    for _ in range(STEPS):
        functional.cross_entropy(model(features), kinds).backward()
        functional.nll_loss(torch.log_softmax(features @ weights, dim=1), kinds).backward()
        _step([*model.parameters(), weights])
    with torch.no_grad():
        return (model.eval()(features).argmax(1) == kinds).float().mean()


def shares_as_targets():
    features, kinds = _data()
    wanted = torch.softmax(functional.one_hot(kinds, 3) * 4.0, dim=1)
    weights = torch.zeros(3, 3, requires_grad=True)
    for _ in range(STEPS):
        functional.cross_entropy(features @ weights, wanted).backward()
        _step([weights])


def _places(program, path):
    with numscope.record(path):
        program()
    with numscope.open(path) as trace:
        return [(one.line, one.problem) for one in check_up(trace).findings]


@pytest.mark.parametrize(
    ("program", "around"),
    [
        (a_model_that_ends_with_a_sigmoid, Alarm),
        (a_function_that_returns_shares, _shares),
        (shares_beside_their_loss, shares_beside_their_loss),
        (a_model_whose_last_layer_is_a_softmax, _ends_with_shares),
        (a_model_that_holds_a_sigmoid, Chance),
        (a_divergence_of_shares_that_are_measured, a_divergence_of_shares_that_are_measured),
        (a_divergence_of_two_rows, a_divergence_of_two_rows),
    ],
)
def test_the_line_that_makes_probabilities_of_logits_is_found(program, around, tmp_path):
    lines, first = inspect.getsourcelines(around)
    marked = next(number for number, line in enumerate(lines, first) if line.rstrip().endswith("# fault"))
    places = _places(program, tmp_path / "t.numscope")
    assert [line for line, _ in places] == [marked]
    assert "is given probabilities" in places[0][1]


@pytest.mark.parametrize("program", [logits_for_the_loss, shares_as_targets, divergences_of_logarithms])
def test_logits_and_shares_in_their_places_are_not_accused(program, tmp_path):
    assert _places(program, tmp_path / "t.numscope") == []
