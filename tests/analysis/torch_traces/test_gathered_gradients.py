"""Gradients of several backward passes of one step: those that are set to zero before it are found."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

import numscope
from numscope.analysis.check_up import check_up

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
mse = torch.nn.functional.mse_loss


def _data():
    torch.manual_seed(1)
    features = torch.randn(64, 4)
    return features.split(8), (features.sum(1, keepdim=True) + 2).split(8)


def _model():
    model = torch.nn.Linear(4, 1)
    return model, torch.optim.SGD(model.parameters(), lr=0.05)


def zeros_before_each_piece():
    model, optimizer = _model()
    for _ in range(3):
        for number, (x, y) in enumerate(zip(*_data(), strict=True), 1):
            optimizer.zero_grad()  # fault
            (mse(model(x), y) / 4).backward()
            if number % 4 == 0:
                optimizer.step()


def zeros_behind_each_piece():
    model, optimizer = _model()
    for _ in range(3):
        for number, (x, y) in enumerate(zip(*_data(), strict=True)):
            loss = mse(model(x), y) / 2
            loss.backward()
            if number % 2:
                optimizer.step()
            model.zero_grad()  # fault


def zeros_with_each_step():
    model, optimizer = _model()
    for _ in range(3):
        optimizer.zero_grad()
        for number, (x, y) in enumerate(zip(*_data(), strict=True), 1):
            (mse(model(x), y) / 4).backward()
            if number % 4 == 0:
                optimizer.step()
                optimizer.zero_grad()


def a_few_steps_left_out():
    model, optimizer = _model()
    for _ in range(3):
        for number, (x, y) in enumerate(zip(*_data(), strict=True)):
            optimizer.zero_grad()
            loss = mse(model(x), y)
            loss.backward()
            if number != 3:
                optimizer.step()


def _found(program: Callable[[], None], path: Path) -> list[tuple[str, int]]:
    with numscope.record(path):
        program()
    _, first = inspect.getsourcelines(program)
    with numscope.open(path) as trace:
        return [(one.kind, one.line - first) for one in check_up(trace).findings]


@pytest.mark.parametrize("program", [zeros_before_each_piece, zeros_behind_each_piece])
def test_the_line_that_drops_gradients_is_found(program, tmp_path):
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert _found(program, tmp_path / "t.numscope") == [("gradient", marked)]


@pytest.mark.parametrize("program", [zeros_with_each_step, a_few_steps_left_out])
def test_gradients_that_are_added_up_or_used_are_not_accused(program, tmp_path):
    assert _found(program, tmp_path / "t.numscope") == []
