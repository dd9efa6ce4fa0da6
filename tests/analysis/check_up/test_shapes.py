"""A program that ends since shapes do not fit: the check-up says which lengths clash and what to write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.check_up import Finding, check_up

pytest.importorskip("numscope._core", reason="the native core is not built")


def found(folder: Path, program: str) -> list[Finding]:
    script, trace = folder / "program.py", folder / "program.numscope"
    script.write_text(f"import numpy as np\n{program}")
    command = [sys.executable, "-m", "numscope", "run", "--force", "-o", str(trace), str(script)]
    subprocess.run(command, check=False, capture_output=True, cwd=folder)
    with numscope.open(trace) as opened:
        return [finding for finding in check_up(opened).findings if finding.kind == "shape"]


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("program", "written", "mended"),
    [
        ("scores = np.ones((3, 4))\nmeans = np.ones(3)\nscores - means\n", "`means[:, None]`", (3, 4)),
        ("scores = np.ones((3, 4))\nmeans = np.ones(3)\nscores -= means\n", "`means[:, None]`", (3, 4)),
        ("x = np.ones((5, 4))\nw = np.ones((4, 3))\nx @ w.T\n", "`w`", (5, 3)),
        (
            "x = np.ones((5, 4))\nw = np.ones((3, 4))\n(x + x) @ (w * 2)\n",
            "`.T` behind the second operand",
            (5, 3),
        ),
    ],
)
def test_the_line_and_what_mends_it(
    tmp_path: Path, program: str, written: str, mended: tuple[int, ...]
) -> None:
    (finding,) = found(tmp_path, program)
    assert finding.line == 4
    assert f"write {written}: " in finding.fix
    assert finding.fix.endswith(f"the result {mended}.")


def test_of_a_call_the_operand_is_named_by_its_place(tmp_path: Path) -> None:
    (finding,) = found(
        tmp_path, "scores = np.ones((3, 4))\nmeans = np.ones(3)\nnp.subtract(scores, means * 2)\n"
    )
    assert "write `[:, None]` behind the second operand: " in finding.fix


def test_what_is_written_in_place_keeps_its_shape(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, "scores = np.ones((3, 4))\nmeans = np.ones(3)\nmeans -= scores\n")
    assert finding.fix.startswith("Neither")


def test_lengths_that_no_index_mends_are_named(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, "np.ones(3) + np.ones(4)\n")
    assert "(3,) and (4,) do not fit, 3 and 4 meet" in finding.problem
    assert finding.fix.startswith("Neither")


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    "program",
    [
        "try:\n    np.ones(3) + np.ones(4)\nexcept ValueError:\n    pass\nprint(np.ones(3).sum())\n",
        "try:\n    np.ones(3) + np.ones(4)\nexcept ValueError as error:\n    print(error)\n",
        "import contextlib\nwith contextlib.suppress(ValueError):\n    np.ones(3) + np.ones(4)\n",
        "def f():\n    return np.ones(3) + np.ones(4)\ntry:\n    f()\nexcept ValueError:\n    print('no')\n",
        "np.linalg.inv(np.zeros((2, 2)))\n",
        "np.ones((3, 4)) + np.ones(4)\n",
    ],
)
def test_an_exception_that_is_caught_or_has_another_reason_is_none(tmp_path: Path, program: str) -> None:
    assert found(tmp_path, program) == []


def test_an_exception_that_a_handler_raises_again_ended_the_program(tmp_path: Path) -> None:
    program = (
        "try:\n    np.ones(3) + np.ones(4)\nexcept ValueError as error:\n    raise SystemExit(1) from error\n"
    )
    assert [finding.line for finding in found(tmp_path, program)] == [3]


def test_a_tensor_too(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    assert torch.ones(5)[:, None].shape == np.ones(5)[:, None].shape
    (finding,) = found(tmp_path, "import torch\nw = torch.ones(5)\nx = torch.ones(5, 4)\nx += w\n")
    assert finding.line == 5
    assert "write `w[:, None]`: " in finding.fix


@pytest.mark.parametrize(
    ("before", "line", "written"),
    [
        (
            "scores = np.ones((3, 4))\nmeans = np.ones(3)\n",
            "x = scores - means  # é",
            "x = scores - means[:, None]  # é",
        ),
        ("x = np.ones((5, 4))\nw = np.ones((4, 3))\n", "y = x @ w.T", "y = x @ w"),
        ("x = np.ones((5, 4))\nw = np.ones((4, 3))\n", "y = np.matmul(x, w.T)", ""),
    ],
)
def test_the_line_to_write_in_its_place(tmp_path: Path, before: str, line: str, written: str) -> None:
    (finding,) = found(tmp_path, f"{before}{line}\n")
    assert finding.written == written
    if written:
        assert found(tmp_path, f"{before}{written}\n") == []
