"""What an Inspector sees lands in the trace that is being recorded, for all the other commands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
from torch import nn

import numscope
from numscope.inspector import Inspector

PROGRAM = """
import torch
from torch import nn
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
for step in range(3):
    out = model(torch.randn(5, 4))
    out.mean().backward()
"""


@pytest.fixture
def model():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def inspected(trace: numscope.Trace) -> list[tuple[str, object]]:
    return [
        (operation.name, operation.attributes["module"])
        for operation in trace
        if "inspector." in operation.name
    ]


def test_captures_are_operations(model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMSCOPE_TORCH_BACKEND", "none")
    inspector = Inspector(model).watch(["0", "2"], what=("activations", "gradients", "weights"))
    batch = torch.randn(3, 4)
    with numscope.record(tmp_path / "t.numscope"):
        inspector.run_inspection(batch, loss=lambda out: out.mean())
    expected = model[0](batch).detach().numpy()
    with numscope.open(tmp_path / "t.numscope") as trace:
        seen = inspected(trace)
        assert seen.count(("inspector.activation", "0")) == 1
        assert seen.count(("inspector.gradient", "2")) == 1
        assert seen.count(("inspector.weight", "2")) == 2
        first = next(operation for operation in trace if operation.name == "inspector.activation")
        np.testing.assert_array_equal(first.outputs[0].value(), expected)
        assert first.attributes == {"module": "0", "type": "Linear", "step": 1, "call": 0}
        assert first.user_visible
        assert first.user_site is not None
        assert first.user_site.file == __file__
        places = [
            operation.attributes.get("place") for operation in trace if operation.name == "inspector.weight"
        ]
        assert sorted(map(str, places)) == ["bias", "bias", "weight", "weight"]


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.complex64, torch.int16, torch.bool])
def test_each_dtype_keeps_its_values(
    dtype: torch.dtype, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMSCOPE_TORCH_BACKEND", "none")
    tensor = torch.tensor([0.0, 1.5, -2.0]).to(dtype)
    inspector = Inspector(nn.Sequential(nn.Identity())).watch("0")
    with numscope.record(tmp_path / "t.numscope"):
        inspector.run_inspection(tensor)
    with numscope.open(tmp_path / "t.numscope") as trace:
        (noted,) = [operation for operation in trace if operation.name == "inspector.activation"]
        np.testing.assert_array_equal(noted.outputs[0].value(), np.array(tensor.tolist()))
        assert noted.attributes.get("dtype") == ("bfloat16" if dtype is torch.bfloat16 else None)


def test_without_a_recording_nothing_is_told(model) -> None:
    inspector = Inspector(model).watch("*")
    inspector.run_inspection(torch.randn(3, 4))
    assert inspector.get_statistics("0")


def test_a_program_is_inspected_into_a_trace(numscope_command, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(PROGRAM)
    run = numscope_command("inspect", "train.py", "--watch", "*.2", "-o", "t.numscope", "--values", "stats")
    assert run.returncode == 0, run.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert {operation.name for operation in trace} == {"inspector.activation", "inspector.gradient"}
        assert [operation.attributes["step"] for operation in trace] == [1, 1, 2, 2, 3, 3]
        assert all(operation.outputs[0].statistics for operation in trace)
        assert not any(
            operation.outputs[0].kept for operation in trace if operation.outputs[0].data_bytes > 64
        )
    again = numscope_command("inspect", "train.py", "-o", "t.numscope")
    assert again.returncode == 2
    assert "t.numscope exists" in again.stderr


STOPPED = """
import torch
from torch import nn
from numscope.inspector import Inspector

model = nn.Sequential(nn.Linear(2, 2))
with torch.no_grad():
    model[0].weight.fill_(float("inf"))
try:
    Inspector(model).watch("0").run_inspection(torch.ones(1, 2))
except Exception as error:
    print("met", error)
print("went on")
"""


def test_a_rule_that_an_inspected_tensor_meets_stops_the_program(numscope_command, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(STOPPED)
    done = numscope_command("run", "--stop-on", "infs > 0", "--rules-in-libraries", "program.py")
    assert done.stdout == ""
    assert "numscope: halted at" in done.stderr
    assert "inspector.activation meets 'infs > 0'" in done.stderr
    assert done.returncode == 86
