"""The tutorial on debugging numbers, followed: each command says what the page says it does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "tutorial-debugging.md").read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "examples").mkdir()
    shutil.copy(ROOT / "examples" / "debug_numbers.py", tmp_path / "examples")
    return tmp_path


def followed(command: str) -> list[str]:
    """The words of a command after `numscope`, which the page has to show as it is run here."""
    assert f"$ numscope {command}\n" in PAGE
    return [word.strip("'") for word in command.replace("'absmax > 1e4'", "'absmax\0>\0001e4'").split()]


def words(command: str) -> list[str]:
    return [word.replace("\0", " ") for word in followed(command)]


def said(*lines: str) -> None:
    for line in lines:
        assert line in PAGE


def test_the_page_is_true(folder: Path, python, numscope_command) -> None:
    assert python("examples/debug_numbers.py").stdout.startswith("step 0: loss 1.099\nstep 1: loss nan\n")
    numscope_command(*words("run examples/debug_numbers.py"))
    origins = numscope_command(*words("nan debug_numbers.numscope")).stdout
    for line in (": 189 Inf, made here", "debug_numbers.py:14", "[0, 2] = inf from 40380.6252"):
        said(line)
        assert line in origins

    halted = numscope_command(*words("run --force --stop-on inf examples/debug_numbers.py"))
    assert (halted.returncode, halted.stdout) == (86, "step 0: loss 1.099\n")
    for line in ("numpy.exp made Inf of finite inputs", "min -121535  max 207122", "scores  float64[200,3]"):
        said(line)
        assert line in halted.stderr
    said("1 of 600 elements")
    assert "1 of 600 elements" in halted.stderr
    script = (folder / "debug_numbers_halted.py").read_text()
    said(script[script.index("import numpy") :])
    assert "[[inf]]" in python("debug_numbers_halted.py").stdout

    ruled = numscope_command(*words("run --force --rule 'absmax > 1e4' examples/debug_numbers.py"))
    assert ruled.returncode == 87
    for line in (
        ":29: numpy.matmul: float64[2,3] absmax 20618.6",
        ":27: numpy.matmul: float64[200,3] absmax 207122",
    ):
        said(line)
        assert line in ruled.stderr

    fixed = "run --force --stop-on nan --stop-on inf --rule exploding examples/debug_numbers.py --fixed"
    well = numscope_command(*words(fixed))
    assert well.returncode == 0, well.stderr
    said(well.stdout)
