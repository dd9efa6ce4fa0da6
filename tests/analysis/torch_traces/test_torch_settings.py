"""Replay computes with the switches of torch that the program had, for all of it or for a few lines."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

import numscope
from numscope.analysis.diff.run_environment import environment_changes
from numscope.analysis.replay.answers import Replay
from numscope.analysis.replay.replay import replay

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
functional = torch.nn.functional


@contextmanager
def turned(owner: Any, name: str, value: Any) -> Any:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


@contextmanager
def default_type() -> Any:
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(torch.float32)


@contextmanager
def deterministic() -> Any:
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(False)


@contextmanager
def no_flash() -> Any:
    torch.backends.cuda.enable_flash_sdp(False)
    try:
        yield
    finally:
        torch.backends.cuda.enable_flash_sdp(True)


def convolve() -> Any:
    torch.manual_seed(0)
    x, weight = torch.randn(4, 8, 32, 32), torch.randn(16, 8, 3, 3)
    return functional.gelu(functional.conv2d(x, weight))


def attend() -> Any:
    torch.manual_seed(0)
    return functional.scaled_dot_product_attention(*(torch.randn(2, 4, 48, 16) for _ in range(3)))


def refused() -> Any:
    """What deterministic algorithms refuse."""
    try:
        return torch.zeros(4).put_(torch.tensor([0, 0]), torch.tensor([1.0, 2.0]))
    except RuntimeError:
        return torch.ones(1) / 3


SWITCHES = {
    "oneDNN": (lambda: turned(torch.backends.mkldnn, "enabled", False), convolve),
    "flash attention": (no_flash, attend),
    "default type": (default_type, lambda: torch.ones(3) / 3),
    "deterministic": (deterministic, refused),
}


def replayed(path: Path) -> Replay:
    with numscope.open(path) as trace:
        return replay(trace, jobs=1)


def test_switches_that_are_turned_for_a_line_are_found(tmp_path: Path) -> None:
    trace = tmp_path / "t.numscope"
    with numscope.record(trace, values="full"):
        for name, (switched, compute) in SWITCHES.items():
            ordinary = compute()
            with switched():
                other = compute()
            same = ordinary.dtype == other.dtype and torch.equal(ordinary, other)
            assert not same, f"{name} changes nothing here"
    answer = replayed(trace)
    assert (answer.close, answer.threads) == (0, 0), answer
    # A default type can't be turned like a switch, and nothing says that a line had another one.
    assert [one.name for one in answer.changed] == ["aten::ones"], answer


def test_switches_are_put_back_as_the_program_had_them(tmp_path: Path) -> None:
    trace, damaged = tmp_path / "t.numscope", tmp_path / "damaged.numscope"
    with ExitStack() as together:
        for switched, _ in SWITCHES.values():
            together.enter_context(switched())
        for path in (trace, damaged):
            with numscope.record(path, values="full"):
                for _, compute in SWITCHES.values():
                    compute()
    answer = replayed(trace)
    assert (answer.differs, answer.close, answer.threads) == (0, 0, 0), answer
    assert answer.identical > 8
    file = next(damaged.glob("processes/*/process.json"))
    facts = json.loads(file.read_text())
    assert facts["settings"]["torch"]["default_dtype"] == "torch.float64"
    # A damaged note is no note: the operations whose switches can't be found by turning them are called different.
    facts["settings"] = facts["began_with"] = {"torch": {"default_dtype": [3], "mkldnn": {}}, "numpy": 4}
    file.write_text(json.dumps(facts))
    assert "aten::ones" in [one.name for one in replayed(damaged).changed]


def test_diff_names_the_switch(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "a", values="stats"):
        convolve()
    with turned(torch.backends.mkldnn, "enabled", False), numscope.record(tmp_path / "b", values="stats"):
        convolve()
    with numscope.open(tmp_path / "a") as first, numscope.open(tmp_path / "b") as second:
        changes = {one.name: (one.first, one.second) for one in environment_changes(first, second)}
    assert changes["setting.torch.mkldnn"] == ("True", "False")
