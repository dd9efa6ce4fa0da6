"""`numscope mock`: recorded results stand in for the slow part, and the run is refused where it goes another way."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import numscope

pytest.importorskip("numscope._core", reason="the native core is not built")

Run = Callable[..., "subprocess.CompletedProcess[str]"]

PROGRAM = """
import sys
import numpy as np

rng = np.random.default_rng(0)
a = rng.normal(size=(150, 150))
b = a + 1.0
for _ in range(3):
    b = np.linalg.inv(b @ b.T + 150 * np.eye(150))
view = b[1:, ::2]
view *= 2.0
result = np.linalg.svd(b)
values = np.linalg.eigh(b + b.T).eigenvalues
total = b.sum(axis=0)
print(repr(float(total[0])), repr(float(result.S[0])), repr(float(values[0])), rng.normal())
"""
LATER = "print('later', repr(float(total.sum())))\n"


@pytest.fixture
def recorded(tmp_path: Path, numscope_command: Run) -> tuple[str, int]:
    """What the program printed, and the id of the last operation before what follows."""
    (tmp_path / "prog.py").write_text(PROGRAM)
    said = numscope_command("run", "prog.py")
    assert said.returncode == 0, said.stderr
    with numscope.open(tmp_path / "prog.numscope") as trace:
        upto = max(operation.id for operation in trace if operation.name == "numpy.ndarray.sum")
    return said.stdout, upto


def test_the_slow_part_is_not_run_and_the_rest_is_the_same(
    tmp_path: Path, numscope_command: Run, recorded: tuple[str, int]
) -> None:
    printed, upto = recorded
    (tmp_path / "prog.py").write_text(PROGRAM + LATER)
    started = time.monotonic()
    said = numscope_command("mock", "prog.numscope", "--upto", str(upto), "prog.py")
    assert time.monotonic() - started < 60
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith(printed)
    assert "later" in said.stdout
    assert "stood in for" in said.stderr
    assert not list(tmp_path.glob("numscope-mock-*"))
    stood_in = int(said.stderr.split("recorded, ")[1].split(" of them")[0])
    assert stood_in >= 8


def test_results_that_the_pack_holds_in_part_stand_in(tmp_path: Path, numscope_command: Run) -> None:
    (tmp_path / "prog.py").write_text(
        "import numpy as np\na = np.maximum(np.sin(np.arange(300_000.0)), 0)\n"
        "b = np.sort(a)\nprint(repr(b[-3:]), b.sum())\nnp.negative(b)\n"
    )
    printed = numscope_command("run", "prog.py").stdout
    with numscope.open(tmp_path / "prog.numscope") as trace:
        sort = next(operation for operation in trace if operation.name == "numpy.sort")
        in_part = trace.sql('select hash from "values" where stored < bytes')["hash"].to_pylist()
    assert sort.outputs[0].hash in in_part
    said = numscope_command("mock", "prog.numscope", "--upto", str(sort.id), "prog.py")
    assert (said.returncode, said.stdout) == (0, printed), said.stderr
    stood_in = int(said.stderr.split("recorded, ")[1].split(" of them")[0])
    assert stood_in >= 3  # sin, maximum, sort


def test_another_input_is_refused(tmp_path: Path, numscope_command: Run, recorded: tuple[str, int]) -> None:
    (tmp_path / "prog.py").write_text(PROGRAM.replace("a + 1.0", "a + 1.5") + "print('never')\n")
    said = numscope_command("mock", "prog.numscope", "--upto", str(recorded[1]), "prog.py")
    assert said.returncode == 2
    assert said.stdout == ""
    assert said.stderr.count("\n") == 1
    assert "numpy.add at" in said.stderr
    assert "differs from the recording" in said.stderr


def test_another_operation_is_refused_even_where_exceptions_are_caught(
    tmp_path: Path, numscope_command: Run, recorded: tuple[str, int]
) -> None:
    changed = PROGRAM.replace(
        "b = a + 1.0", "try:\n    b = a - 1.0\nexcept BaseException:\n    print('caught')"
    )
    (tmp_path / "prog.py").write_text(changed)
    said = numscope_command("mock", "prog.numscope", "--upto", str(recorded[1]), "prog.py")
    assert said.returncode == 2
    assert "called numpy.subtract instead" in said.stderr
    assert "caught" not in said.stdout


def test_bad_input_is_one_sentence(tmp_path: Path, numscope_command: Run) -> None:
    (tmp_path / "prog.py").write_text("import numpy as np\nnp.zeros(3) + 1\n")
    numscope_command("run", "--values", "stats", "prog.py")
    for words in (
        ("mock", "nowhere.numscope", "--upto", "3", "prog.py"),
        ("mock", "prog.numscope", "--upto", "99999", "prog.py"),
        ("mock", "prog.numscope", "--upto", "99999", "other.py"),
        ("mock", "prog.numscope", "--upto", "99999"),
    ):
        said = numscope_command(*words)
        assert said.returncode in (2, 3), words
        assert said.stderr.count("\n") == 1, said.stderr
