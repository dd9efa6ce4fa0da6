"""What a training does in vain: labels a word too far, halves that nobody reads, averages that are left behind."""

from __future__ import annotations

import copy
import inspect

import pytest

import numscope
from numscope.analysis.check_up.arrays.unread import unread
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.meaning.operand_meaning import operand_meaning
from numscope.analysis.check_up.training.modes import modes
from numscope.analysis.check_up.training.parameters import parameters

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
functional = torch.nn.functional


def next_words(ahead, *, next_too=False):
    torch.manual_seed(1)
    table, head = torch.nn.Embedding(20, 8), torch.nn.Linear(8, 20)
    optimizer = torch.optim.SGD([*table.parameters(), *head.parameters()], lr=0.1)
    for _ in range(3):
        words = torch.randint(0, 20, (4, 9))
        logits = head(table(words))
        labels = words[:, ahead:].flatten()  # labels
        loss = functional.cross_entropy(logits[:, :-ahead].flatten(0, 1), labels)
        if next_too:
            loss = loss + functional.cross_entropy(logits[:, :-1].flatten(0, 1), words[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def mean_and_spread(spread, *, whole=False):
    torch.manual_seed(2)
    layer = torch.nn.Linear(3, 8)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    for _ in range(4):
        hidden = layer(torch.randn(5, 3))
        mean = hidden[:, :4]
        logarithm = hidden[:, spread]  # spread
        loss = (mean.square() + logarithm.exp() - logarithm).mean()
        if whole:
            loss = loss + hidden.square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def average(*, renewed=False, trained_on=False):
    """Give a model the average of its weights after each epoch; trained_on: it is not judged, as in folds."""
    torch.manual_seed(3)
    model = torch.nn.Linear(3, 1)
    shadow = [one.detach().clone() for one in model.parameters()]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        for _ in range(2):
            optimizer.zero_grad()
            model(torch.randn(5, 3)).square().mean().backward()
            optimizer.step()
            if renewed:
                for mine, its in zip(shadow, model.parameters(), strict=True):
                    mine.lerp_(its.detach(), 0.5)
        with torch.no_grad():
            for mine, its in zip(shadow, model.parameters(), strict=True):
                its.copy_(mine)  # average
            if not trained_on:
                model(torch.randn(5, 3))


def frozen(*, cleared=False):
    torch.manual_seed(4)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, 1))
    model(torch.randn(5, 3)).square().mean().backward()
    model[0].requires_grad_(False)
    if cleared:
        model[0].zero_grad()
    optimizer = torch.optim.RMSprop(model.parameters(), lr=0.1, weight_decay=0.1)  # frozen
    for _ in range(3):
        optimizer.zero_grad(set_to_none=False)
        model(torch.randn(5, 3)).square().mean().backward()
        optimizer.step()


def statistics(*, buffers=False):
    torch.manual_seed(5)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4))
    mean = copy.deepcopy(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.randn(6, 3)).square().mean().backward()
        optimizer.step()
        with torch.no_grad():
            for mine, its in zip(mean.parameters(), model.parameters(), strict=True):
                mine.copy_((mine + its) / 2)
            if buffers:
                for mine, its in zip(mean.buffers(), model.buffers(), strict=True):
                    mine.copy_(its)
    with torch.no_grad():
        mean.eval()(torch.randn(6, 3))  # statistics


def _line(mark):
    lines, start = inspect.getsourcelines(inspect.getmodule(_line))
    return next(
        number for number, text in enumerate(lines, max(start, 1)) if text.rstrip().endswith(f"# {mark}")
    )


@pytest.mark.parametrize(
    ("look", "program", "mark", "said"),
    [
        (operand_meaning, lambda: next_words(2), "labels", "compared with the word 2 places ahead"),
        (unread, lambda: mean_and_spread(slice(0, 4)), "spread", "the other 4 columns are read nowhere"),
        (
            parameters,
            average,
            "average",
            "the numbers back that they had before the first of 6 steps, 3 times",
        ),
        (parameters, frozen, "frozen", "2 frozen parameters (0.bias, 0.weight) change in each of 3 steps"),
        (modes, statistics, "statistics", "the running statistics of 1 are still 0 and 1 after 3 steps"),
    ],
    ids=["labels", "half", "average", "frozen", "statistics"],
)
def test_the_line_is_named(recorded, look, program, mark, said):
    with numscope.open(recorded(program)) as trace:
        (found,) = look(Evidence(trace))
    assert found.line == _line(mark)
    assert said in found.problem


@pytest.mark.parametrize(
    ("look", "program"),
    [
        (operand_meaning, lambda: next_words(1)),
        # A second head may learn the word after the next.
        (operand_meaning, lambda: next_words(2, next_too=True)),
        (unread, lambda: mean_and_spread(slice(4, 8))),
        (unread, lambda: mean_and_spread(slice(0, 4), whole=True)),
        (parameters, lambda: average(renewed=True)),
        (parameters, lambda: average(trained_on=True)),
        (parameters, lambda: frozen(cleared=True)),
        (modes, lambda: statistics(buffers=True)),
    ],
    ids=["labels", "second head", "half", "whole", "renewed", "folds", "cleared", "buffers"],
)
def test_what_is_right_is_not_accused(recorded, look, program):
    with numscope.open(recorded(program)) as trace:
        assert not [*look(Evidence(trace))]
