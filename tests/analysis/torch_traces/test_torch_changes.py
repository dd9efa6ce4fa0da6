"""An operator in another's place is one change of `diff`, its node of the backward graph with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import numscope
from numscope.analysis.diff.comparison import Diff, diff

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
functional = torch.nn.functional


def record(path: Path, act: Callable[..., Any], scale: Callable[..., Any] = torch.mean) -> Path:
    torch.manual_seed(0)
    weight = torch.randn(8, 4, requires_grad=True)
    with numscope.record(path, values="stats"):
        for _ in range(2):
            hidden = act(torch.randn(5, 8) @ weight)
            scale(hidden * hidden).backward()
    return path


def compared(first: Path, second: Path) -> Diff:
    with numscope.open(first) as one, numscope.open(second) as other:
        return diff(one, other)


def test_an_activation_in_anothers_place_is_one_change(tmp_path: Path) -> None:
    answer = compared(record(tmp_path / "a", functional.gelu), record(tmp_path / "b", functional.relu))
    assert [(one.kind, one.first.name, one.second.name) for one in answer.changes] == [
        ("replaced", "aten::gelu", "aten::relu")
    ]
    assert answer.found == 1


def test_an_activation_left_out_is_one_change(tmp_path: Path) -> None:
    answer = compared(record(tmp_path / "a", functional.gelu), record(tmp_path / "b", lambda x: x))
    assert [(one.kind, one.first.name) for one in answer.changes] == [("removed", "aten::gelu")]


def test_two_operators_are_two_changes(tmp_path: Path) -> None:
    first = record(tmp_path / "a", functional.gelu)
    answer = compared(first, record(tmp_path / "b", functional.relu, torch.sum))
    changed = [(one.first.name, one.second.name) for one in answer.changes if one.kind == "replaced"]
    assert changed == [("aten::gelu", "aten::relu"), ("aten::mean", "aten::sum")]
