"""Traces that earlier versions wrote still say what their programs computed: NumPy itself is the truth."""

from __future__ import annotations

import json
import runpy
import shutil
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.cli.main import main
from numscope.errors import TraceError

HERE = Path(__file__).parent / "old_formats"
NUMPY_TRACES = ("format_1_raw", "format_1_sealed", "format_2_raw", "format_2_sealed")
MADE_NONFINITE = {"numpy.divide", "numpy.sqrt"}


def copy_of(name: str, folder: Path) -> Path:
    """Opening a raw trace seals it: the tests read a copy."""
    return Path(shutil.copytree(HERE / name, folder / "old.numscope"))


@pytest.fixture(params=NUMPY_TRACES)
def trace(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return copy_of(request.param, tmp_path)


def test_the_folder_holds_what_the_names_say() -> None:
    versions = {
        name: json.loads((HERE / name / "manifest.json").read_text())["version"] for name in NUMPY_TRACES
    }
    assert versions == {name: int(name.split("_")[1]) for name in NUMPY_TRACES}
    assert [(HERE / name / "tables").exists() for name in NUMPY_TRACES] == [False, True, False, True]


def test_every_result_is_what_the_program_computes(trace: Path) -> None:
    expected = runpy.run_path(str(HERE / "program.py"))["main"]()
    with numscope.open(trace) as opened:
        recorded: dict[str, list[numscope.trace.Operation]] = {name: [] for name in expected}
        for operation in opened:
            if operation.name in expected and operation.user_visible:
                recorded[operation.name].append(operation)
        for name, results in expected.items():
            assert len(recorded[name]) == len(results), name
            for operation, result in zip(recorded[name], results, strict=True):
                if result is not None:
                    (output,) = operation.outputs
                    np.testing.assert_array_equal(output.value(), result, err_msg=name, strict=True)


def test_operands_of_every_kind_are_read(trace: Path) -> None:
    with numscope.open(trace) as opened:
        first = {
            operation.name: operation for operation in reversed(opened.operations) if operation.user_visible
        }
        raised = {
            operation.name: operation.exception for operation in opened if operation.exception is not None
        }
        operands = {
            name: [
                (operand.kind, operand.literal) for operand in first[name].operands if operand.kind != "array"
            ]
            for name in ("numpy.multiply", "numpy.sum", "numpy.searchsorted", "numpy.take", "numpy.transpose")
        }
        assert operands == {
            "numpy.multiply": [("float", 2.5)],
            "numpy.sum": [("int", 0), ("bool", True)],
            "numpy.searchsorted": [("literal", "[1.0, 3.5]"), ("string", "right")],
            "numpy.take": [("scalar", None), ("scalar", None)],
            "numpy.transpose": [("literal", "(1, 0)")],
        }
        assert first["numpy.take"].operands[1].value() == 2
        assert first["numpy.apply_along_axis"].operands[0].kind == "object"
        assert {operand.kind for operation in opened for operand in operation.operands} >= {"none"}
        assert first["numpy.negative"].inputs[0].type == "program.Meters"
        assert [operand.item for operand in first["numpy.concatenate"].inputs if operand.is_array()] == [1, 2]
        assert raised == {
            "numpy.add": "ValueError: operands could not be broadcast together with shapes (8,) (3,) ",
            "numpy.ndindex.__next__": "StopIteration",
        }
        assert first["example.noted"].attributes == {"layer": "encoder", "step": 3}
        (changed,) = first["numpy.ndarray.__setitem__"].mutated
        np.testing.assert_array_equal(changed.value(), [1, 2, -1, -1, 5, 6, 7, 8])
        assert [operand.shape for operand in first["numpy.maximum"].out] == [(8,)]
        assert (changed.statistics and changed.statistics.minimum) == -1
        site = first["numpy.multiply"].user_site
        assert site is not None
        source = (HERE / "program.py").read_text().splitlines()
        assert "b = a * 2.5" in source[site.line - 1]
        assert first["numpy.multiply"].how == "operator"


def test_nan_finds_what_made_nan_and_inf(trace: Path) -> None:
    with numscope.open(trace) as opened:
        names = {finding.operation.name for finding in opened.nan().origins}
    assert names == MADE_NONFINITE


@pytest.mark.sweep(2)
def test_the_commands_read_it(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ls", str(trace)]) == 0
    listed = capsys.readouterr()
    assert listed.err == ""
    assert "float64[8], [1.0, 3.5], side='right'" in listed.out
    assert main(["nan", str(trace)]) == 1
    found = capsys.readouterr()
    assert found.err == ""
    assert "numpy.divide" in found.out


def test_a_torch_trace_is_what_numpy_computes(tmp_path: Path) -> None:
    a = np.arange(8, dtype=np.float32)
    b = np.maximum(a - 3, 0) * 2
    layer = np.full((2, 8), 0.5, np.float32) @ b + 1
    with numscope.open(copy_of("format_2_torch", tmp_path)) as opened:
        outputs = {
            operation.name: operation.outputs[0].value()
            for operation in opened
            if operation.name in ("aten::relu", "aten::mul_", "aten::linear", "aten::log")
        }
        modules = {
            operation.attributes.get("model") for operation in opened if operation.name == "aten::addmm"
        }
        forward = {
            operation.name: opened[int(str(operation.attributes["forward"]))].name
            for operation in opened
            if "forward" in operation.attributes
        }
        origins = {finding.operation.name for finding in opened.nan().origins}
    np.testing.assert_array_equal(outputs["aten::relu"], np.maximum(a - 3, 0), strict=True)
    np.testing.assert_array_equal(outputs["aten::mul_"], b, strict=True)
    np.testing.assert_array_equal(outputs["aten::linear"], layer, strict=True)
    with np.errstate(divide="ignore"):
        np.testing.assert_array_equal(outputs["aten::log"], np.log(layer - 11), strict=True)
    assert modules == {"Linear"}
    assert forward["autograd::AddmmBackward0"] == "aten::addmm"
    assert forward["autograd::LogBackward0"] == "aten::log"
    assert "aten::log" in origins


def test_a_format_of_the_future_is_refused_with_a_sentence(trace: Path) -> None:
    manifest = json.loads((trace / "manifest.json").read_text())
    (trace / "manifest.json").write_text(json.dumps({**manifest, "version": 99}))
    with pytest.raises(
        TraceError, match=r"has format version 99, and this numscope reads up to \d+: update numscope\.$"
    ):
        numscope.open(trace)
